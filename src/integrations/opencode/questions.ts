import { opencode } from '../../dialects/index.js';
import { askWith, found, isFinished, type Pending } from './calls.js';
import type { Opencode2Client, OpencodeClient, OpencodeQuestion } from './types.js';

/**
 * opencode keeps the question of an aborted turn in its list forever, and accepts answers to it that reach no agent.
 */
async function isWaiting(client: OpencodeClient, { sessionID, tool }: OpencodeQuestion): Promise<boolean> {
  const status = (await found((options) => client.session.status(undefined, options)))?.[sessionID];
  if (!status || status.type === 'idle') return false;
  if (!tool) return true;
  const message = await found((options) => client.session.message({ sessionID, messageID: tool.messageID }, options));
  return message !== undefined && !message.parts.some((part) => isFinished(part, tool));
}

/** Sends a result. Returns `false` if opencode no longer has the question. */
async function send(
  { question }: OpencodeClient,
  requestID: string,
  output: ReturnType<typeof opencode.formatResult>,
): Promise<boolean> {
  const sent = await found<unknown>((options) =>
    'answers' in output
      ? question.reply({ requestID, answers: output.answers }, options)
      : question.reject({ requestID }, options),
  );
  return sent !== undefined;
}

export function questionOf(client: OpencodeClient, question: OpencodeQuestion): Pending {
  const { id, sessionID, tool } = question;
  return {
    id,
    sessionID,
    tool,
    isForm: false,
    ask: askWith(opencode, question, (output) => send(client, id, output)),
    isWaiting: () => isWaiting(client, question),
    reject: () => send(client, id, { reject: true, status: 'aborted' }),
  };
}

/** Returns the questions in the server's list, or none with a client of opencode 2, which asks through forms. */
export const listQuestions = async (client: OpencodeClient | Opencode2Client): Promise<readonly Pending[]> =>
  'question' in client ? (await list(client)).map((question) => questionOf(client, question)) : [];

const list = async (client: OpencodeClient): Promise<readonly OpencodeQuestion[]> =>
  (await found((options) => client.question.list(undefined, options))) ?? [];

/** Whether the server also asks a newer question in the older way, which has its own event. */
export const isListed = async (client: OpencodeClient, { id, tool }: OpencodeQuestion): Promise<boolean> =>
  (await list(client)).some((one) => one.id === id || (tool !== undefined && one.tool?.callID === tool.callID));
