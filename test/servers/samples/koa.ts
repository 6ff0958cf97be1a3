// koa.ts
import Koa from 'koa';
import { toNodeListener } from 'react-ask-user/node';

export function createKoaApp(handler: (request: Request) => Promise<Response>) {
  const app = new Koa();
  const listener = toNodeListener(handler);
  app.use((ctx, next) => {
    if (!ctx.path.startsWith('/ask-user/')) return next();
    ctx.respond = false;
    listener(ctx.req, ctx.res); // Behind a body parser: listener(ctx.req, ctx.res, ctx.request.body)
  });
  return app;
}
