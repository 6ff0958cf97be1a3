export { askUser as dialect } from 'react-ask-user/dialects';
