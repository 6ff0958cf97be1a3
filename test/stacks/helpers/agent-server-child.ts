/** A process with the server of the guide, which reports its address. */
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { createAgentServer } from '../loops/server.js';
import { options, pool, say } from './shared-run.js';

const server = await createAgentServer(pool, new Anthropic({ baseURL: options.model?.url, apiKey: 'key' }));
server.listen(0, 'localhost', () => {
  say({ value: `http://localhost:${(server.address() as AddressInfo).port}` });
});
