/** A process that starts the chat of the guide, or continues the chats that an earlier process left. */
import Anthropic from '@anthropic-ai/sdk';
import { createChats } from '../loops/chats.js';
import { broker, options, pool, say } from './shared-run.js';

const { runId, stored, model } = options;
const client = new Anthropic({ baseURL: model?.url, apiKey: 'key' });
const chats = await createChats(pool, client, broker);
const running = stored === undefined ? [{ text: chats.start(runId, 'Deploy it.') }] : await chats.resume();
say({ value: await Promise.all(running.map(({ text }) => text)) });
