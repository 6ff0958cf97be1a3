export { mcpElicitation as dialect } from 'react-ask-user/dialects';
