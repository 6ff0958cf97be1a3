// hono.ts
import { Hono } from 'hono';

export function createHonoApp(handler: (request: Request) => Promise<Response>) {
  const app = new Hono();
  app.all('/ask-user/*', (c) => handler(c.req.raw));
  return app;
}
