export { acpAsker, type AcpAskerOptions } from './agent.js';
export { acpElicitation, type AcpElicitationOptions } from './client.js';
