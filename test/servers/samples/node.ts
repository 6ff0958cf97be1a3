// node.ts
import { createServer } from 'node:http';
import { toNodeListener } from 'react-ask-user/node';

export const createNodeServer = (handler: (request: Request) => Promise<Response>) =>
  createServer(toNodeListener(handler));
