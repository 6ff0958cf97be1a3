// fastify.ts
import Fastify from 'fastify';
import { toNodeListener } from 'react-ask-user/node';

export function createFastifyApp(handler: (request: Request) => Promise<Response>) {
  const app = Fastify();
  const listener = toNodeListener(handler);
  app.all('/ask-user/*', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw, request.body); // Fastify has parsed the body.
  });
  return app;
}
