import Fastify from 'fastify';
import { toNodeListener } from 'react-ask-user/node';
import { describeServer } from './http-contract.js';
import { running } from './http-run.js';
import { createFastifyApp } from './samples/fastify.js';

describeServer('Fastify, behind its body parser', async (handler) => {
  const app = createFastifyApp(handler);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return running(app.server);
});

describeServer('Fastify, in a hook ahead of its body parser', async (handler) => {
  const app = Fastify();
  const listener = toNodeListener(handler);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/ask-user/')) listener(request.raw, reply.hijack().raw);
    else done();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return running(app.server);
});
