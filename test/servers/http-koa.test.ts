import { createTestServer } from '../helpers/http-server.js';
import { describeServer } from './http-contract.js';
import { running } from './http-run.js';
import { createKoaApp } from './samples/koa.js';

describeServer('Koa', (handler) => {
  // Koa prints an error for every connection that a client breaks, unless there is a listener.
  const callback = createKoaApp(handler)
    .on('error', () => {})
    .callback();
  return running(createTestServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1'));
});
