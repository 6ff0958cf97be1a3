import { register } from 'node:module';

// CopilotKit's modules import stylesheets, which Node cannot load. They are empty modules here.
const load = `export const load = (url, context, next) =>
  url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(load)}`);
