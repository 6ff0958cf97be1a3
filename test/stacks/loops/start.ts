// start.ts
import Anthropic from '@anthropic-ai/sdk';
import { run } from './anthropic.js';
import { createAgentServer } from './server.js';

const client = new Anthropic();
createAgentServer((options) => run(client, options)).listen(3000, 'localhost');
