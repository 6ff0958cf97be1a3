import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { describeServer } from './http-contract.js';
import { running } from './http-run.js';
import { createHonoApp } from './samples/hono.js';

describeServer('Hono', (handler) => {
  const { fetch } = createHonoApp(handler);
  return running(serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server);
});
