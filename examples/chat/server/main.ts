import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { toNodeListener } from 'react-ask-user/node';
import { createHandler } from './handler.js';
import { listen } from './listen.js';
import { chooseModel } from './model.js';
import { openBrowser } from './open-browser.js';
import { readPage } from './page-files.js';
import { openSharedChats } from './shared-chat/shared-chats.js';

// The build writes this file to examples/chat/dist/server/main.js. `dist` also contains the page and the shared chats.
const built = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const page = new Map([
  ...(await readPage(built('../page'))),
  ...(await readPage(built('../../../playground/dist'), '/playground/')),
]);
const { model, releaseModel, name } = chooseModel(process.env);
const onError = (error: unknown): void => console.error('chat:', error instanceof Error ? error.message : error);
const directory = process.env['DATA_DIR'] || fileURLToPath(new URL('../data', import.meta.url));
const sharedChats = await openSharedChats({ directory, models: { setup: model, release: releaseModel }, onError });
const server = createServer(toNodeListener(createHandler({ model, page, sharedChats, onError })));
const address = await listen(server, Number(process.env['PORT'] ?? 5174));

console.log(`Groundwork (${name}): ${address}`);
openBrowser(address);
