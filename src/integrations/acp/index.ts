export { createAcpTransport, type AcpTransportOptions } from './agent.js';
export { acpElicitation, type AcpElicitationOptions } from './client.js';
