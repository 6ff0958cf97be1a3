import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createHandler } from '../../../examples/chat/server/handler.js';
import { createScriptedModel } from '../../../examples/chat/server/script/scripted-model.js';
import { RELEASES } from '../../../examples/chat/server/script/script.js';
import { openSharedChats } from '../../../examples/chat/server/shared-chat/shared-chats.js';

/**
 * Opens the server of shared chats on `directory`, with scripted agents that do not delay. `close` stops the agents
 * and the broker.
 */
export async function openSharedServer(directory: string, onError: (error: unknown) => void) {
  const setup = createScriptedModel({ toolName: 'ask_user', delayMs: 0 });
  const release = createScriptedModel({ toolName: 'ask_user', delayMs: 0, topics: RELEASES });
  const folder = join(directory, 'conversations');
  const ids = new Set(existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.json$/, '')) : []);
  const chats = await openSharedChats({ directory, models: { setup, release }, onError });
  const sharedChats: typeof chats = {
    ...chats,
    open(id) {
      ids.add(id);
      return chats.open(id);
    },
  };
  return {
    sharedChats,
    handler: createHandler({ model: setup, page: new Map(), sharedChats, onError }),
    async close() {
      const conversations = [...ids].map(chats.open);
      for (const conversation of conversations) chats.stop(conversation);
      for (const conversation of conversations) await expect.poll(() => conversation.running).toEqual([]);
      await chats.broker.close();
    },
  };
}
