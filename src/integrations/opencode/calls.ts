import type { opencode } from '../../dialects/index.js';
import type { OpencodeClient, OpencodeQuestion, Part, Reply, ToolCall } from './types.js';
import { watch } from './time.js';

/** Time limit of a call, in milliseconds. A starting server accepts calls that it never answers. */
const CALL_TIMEOUT_MS = 30_000;

/** Makes a call and returns its data, or `undefined` if the server responds 404. */
async function found<T>(call: (options: { signal: AbortSignal }) => Reply<T>): Promise<T | undefined> {
  const timeout = new AbortController();
  const silence = watch(CALL_TIMEOUT_MS, () =>
    timeout.abort(new Error(`opencode did not respond to a call within ${CALL_TIMEOUT_MS / 1000} s.`)),
  );
  try {
    const { data, error, response } = await call({ signal: timeout.signal });
    if (response?.status === 404) return undefined;
    if (error === undefined) return data;
    throw error instanceof Error ? error : new Error('opencode rejected a call.', { cause: error });
  } finally {
    silence.stop();
  }
}

export const isFinished = (part: Part | undefined, { messageID, callID }: ToolCall): boolean =>
  part?.callID === callID &&
  (part.messageID === undefined || part.messageID === messageID) &&
  (part.state?.status === 'error' || part.state?.status === 'completed');

/**
 * Whether an agent waits for the answer. opencode keeps the question of an aborted turn in its list forever, and
 * accepts answers to it that reach no agent.
 */
export async function isWaiting(client: OpencodeClient, { sessionID, tool }: OpencodeQuestion): Promise<boolean> {
  const status = (await found((options) => client.session.status(undefined, options)))?.[sessionID];
  if (!status || status.type === 'idle') return false;
  if (!tool) return true;
  const message = await found((options) => client.session.message({ sessionID, messageID: tool.messageID }, options));
  return message !== undefined && !message.parts.some((part) => isFinished(part, tool));
}

export const list = async (client: OpencodeClient): Promise<readonly OpencodeQuestion[]> =>
  (await found((options) => client.question.list(undefined, options))) ?? [];

/** Whether the server also asks a newer question in the older way, which has its own event. */
export const isListed = async (client: OpencodeClient, { id, tool }: OpencodeQuestion): Promise<boolean> =>
  (await list(client)).some((one) => one.id === id || (tool !== undefined && one.tool?.callID === tool.callID));

/** Sends a result. Returns `false` if opencode no longer has the question. */
export async function send(
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
