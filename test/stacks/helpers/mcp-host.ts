// A host in a separate process that makes one tool call: `mcp-host <server> [pending call]`. It writes JSON lines: the
// pending call, the questions for the user, and the result. It reads the user's replies from its input, one question
// per line.
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createAskUserBroker } from 'react-ask-user/server';
import { callToolWithElicitation, type PendingCall } from 'react-ask-user/mcp/v2';
import type { Reply } from '../../../src/core/answer/types.js';

const [url = '', kept] = process.argv.slice(2);
const write = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const client = new Client(
  { name: 'host', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: 'auto' },
    inputRequired: { autoFulfill: false },
  },
);
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

const broker = createAskUserBroker();
broker.subscribe((event) => {
  if (event.type === 'awaiting_user_response')
    write({ asked: event.request.request.questions.map((one) => one.question) });
});
const person = createInterface(process.stdin).on('line', (line) => {
  void broker.pending().then(([open]) => {
    const [questionId = ''] = open?.request.questions.map(({ id }) => id) ?? [];
    const reply: Reply = { questionId, ...(JSON.parse(line) as Omit<Reply, 'questionId'>) };
    return open && broker.answer(open.request.requestId, [reply]);
  });
});

const call = { id: 'call-1', name: 'deploy', arguments: { shop: 'bakery' } };
const result = await callToolWithElicitation(client, kept === undefined ? call : (JSON.parse(kept) as PendingCall), {
  broker,
  conversationId: 'c',
  asker: 'Deployer',
  onPending: (pending) => write({ pending }),
});
write({ result });
person.close();
await client.close();
