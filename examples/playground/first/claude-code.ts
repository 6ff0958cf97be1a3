export { claudeCode as dialect } from 'react-ask-user/dialects';
