// A process that runs the guide's agent. dbos.test.ts bundles and starts it, and kills it at its stop.
import { DBOS } from '@dbos-inc/dbos-sdk';
import { createAskUserBroker, type AskUserBroker } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { at, options, pool } from './samples/chat.js';
import { createAgent, deliverAnswers } from './samples/dbos.js';

const { dir, executorID, workflowID } = options;
process.on('disconnect', () => process.exit());

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

DBOS.setConfig({
  name: 'ask-user',
  systemDatabaseUrl: `postgresql://ask@localhost/postgres?host=${encodeURIComponent(dir)}`,
  executorID,
  applicationVersion: '1',
  logLevel: 'error',
});
void DBOS.launch().then(async () => {
  deliverAnswers(broker);
  if (workflowID) await DBOS.startWorkflow(agent, { workflowID })(`chat of ${workflowID}`, 'Set up a service.');
  await at('ready');
});
