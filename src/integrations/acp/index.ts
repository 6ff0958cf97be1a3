export { acpAsker, type AcpAskerOptions, type AcpClient } from './agent.js';
export {
  acpElicitation,
  type AcpElicitation,
  type AcpElicitationOptions,
  type AcpElicitationRequest,
} from './client.js';
