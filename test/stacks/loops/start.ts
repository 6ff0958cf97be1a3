// start.ts
import Anthropic from '@anthropic-ai/sdk';
import { run } from './anthropic.js';
import { createAgentServer } from './server.js';

const client = new Anthropic();
createAgentServer(({ prompt, ...chat }) =>
  run(client, { ...chat, messages: [{ role: 'user', content: prompt }] }),
).listen(3000, 'localhost');
