import express from 'express';
import { toNodeListener } from 'react-ask-user/node';
import { describeServer } from './http-contract.js';
import { running } from './http-run.js';

describeServer('Express, ahead of its body parser', (handler) => {
  const app = express();
  app.all('/ask-user/*path', toNodeListener(handler));
  app.use(express.json());
  return running(app.listen(0, '127.0.0.1'));
});

// Express removes the path of `use` from the URL, so the handler's base path is `/`.
describeServer(
  'Express, under a path of `use`',
  (handler) => {
    const app = express();
    app.use('/ask-user', toNodeListener(handler));
    return running(app.listen(0, '127.0.0.1'));
  },
  '/',
);
