import { createRequestListener } from '@remix-run/node-fetch-server';
import express from 'express';

export function createExpressApp(handler: (request: Request) => Promise<Response>) {
  const app = express();
  app.all('/ask-user/*path', createRequestListener(handler));
  app.use(express.json()); // After the handler, which reads its bodies itself.
  return app;
}
