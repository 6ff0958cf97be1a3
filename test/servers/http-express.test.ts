import { createRequestListener } from '@remix-run/node-fetch-server';
import express from 'express';
import { describeServer } from './http-contract.js';
import { running } from './http-run.js';
import { createExpressApp } from './samples/express.js';

describeServer('Express, ahead of its body parser', (handler) =>
  running(createExpressApp(handler).listen(0, '127.0.0.1')),
);

// Express takes the path that `use` names off the URL: the handler's base path is `/` then.
describeServer(
  'Express, under a path of `use`',
  (handler) => {
    const app = express();
    app.use('/ask-user', createRequestListener(handler));
    return running(app.listen(0, '127.0.0.1'));
  },
  '/',
);
