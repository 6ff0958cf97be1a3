import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

export const createNodeServer = (handler: (request: Request) => Promise<Response>) =>
  createServer(createRequestListener(handler));
