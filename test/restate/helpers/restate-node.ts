/**
 * A process that runs the guide's agent, or delivers the answers to it. It stops forever at the place that it
 * receives.
 */
import * as restate from '@restatedev/restate-sdk';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/server';
import { createPostgresStore } from 'react-ask-user/postgres';
import { at, options, pool } from '../samples/chat.js';
import { createAgent, deliverAnswers } from '../samples/restate.js';

const { serves } = options;
// Exit if the parent process has exited.
process.stdin.on('end', () => process.exit()).resume();

const real = createAskUserBroker({ store: createPostgresStore({ pool }) });
const broker: AskUserBroker = {
  ...real,
  async open(request, openOptions) {
    await at('before the question is stored');
    const opened = await real.open(request, openOptions);
    await at('after the question is stored');
    return opened;
  },
  registerCallback: (name, handler, callbackOptions) =>
    real.registerCallback(
      name,
      async (settled, context) => {
        await at('before the answer is sent');
        await handler(settled, context);
        await at('after the answer is sent');
      },
      callbackOptions,
    ),
};

const agent = createAgent(broker);

// Restate logs to the stream that reports the progress.
console.info = console.warn = console.error;
if ('port' in serves) await restate.serve({ services: [agent], port: serves.port, logger: () => undefined });
else deliverAnswers(broker, serves.ingress);
await at('ready');
