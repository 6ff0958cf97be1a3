import { createHandler } from '../../../examples/chat/server/handler.js';
import { createScriptedModel } from '../../../examples/chat/server/script/scripted-model.js';
import { RELEASES } from '../../../examples/chat/server/script/script.js';
import { openSharedChats } from '../../../examples/chat/server/shared-chat/shared-chats.js';

/** The server of shared chats on a folder, as a function, with its scripted agents at full speed. */
export async function openSharedServer(directory: string, onError: (error: unknown) => void) {
  const setup = createScriptedModel({ toolName: 'ask_user', delayMs: 0 });
  const release = createScriptedModel({ toolName: 'ask_user', delayMs: 0, topics: RELEASES });
  const sharedChats = await openSharedChats({ directory, models: { setup, release }, onError });
  return { sharedChats, handler: createHandler({ model: setup, page: new Map(), sharedChats, onError }) };
}
