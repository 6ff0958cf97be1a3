// express.ts
import express from 'express';
import { toNodeListener } from 'react-ask-user/node';

export function createExpressApp(handler: (request: Request) => Promise<Response>) {
  const app = express();
  app.use(express.json()); // Ahead of the handler or after it: a body that was parsed is passed on.
  app.all('/ask-user/*path', toNodeListener(handler));
  return app;
}
