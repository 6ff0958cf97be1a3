import type { OpencodeReject, OpencodeReply } from '../../dialects/opencode.js';
import type { OpencodeClient, OpencodeQuestion, Part, Reply, ToolCall } from './types.js';
import { watch } from './time.js';

/** A server that is just beginning takes a call and never answers it. */
const PATIENCE_MS = 30_000;

/** What came back; `undefined` where there is no such thing. @throws where the call failed otherwise, or was not answered in time */
async function found<T>(call: (options: { signal: AbortSignal }) => Reply<T>): Promise<T | undefined> {
  const patience = new AbortController();
  const silence = watch(PATIENCE_MS, () => patience.abort(new Error('opencode has not answered a call in time.')));
  try {
    const { data, error, response } = await call({ signal: patience.signal });
    if (response?.status === 404) return undefined;
    if (error === undefined) return data;
    throw error instanceof Error ? error : new Error('opencode refused a call.', { cause: error });
  } finally {
    silence.stop();
  }
}

/** The part is this tool call, and it has ended. */
export const isOver = (part: Part | undefined, { messageID, callID }: ToolCall): boolean =>
  part?.callID === callID &&
  (part.messageID === undefined || part.messageID === messageID) &&
  (part.state?.status === 'error' || part.state?.status === 'completed');

/**
 * Somebody waits for the answer. An aborted turn leaves its question in the list for ever, and takes an answer to it, which reaches nobody.
 */
export async function isWaiting(client: OpencodeClient, { sessionID, tool }: OpencodeQuestion): Promise<boolean> {
  const status = (await found((options) => client.session.status(undefined, options)))?.[sessionID];
  if (!status || status.type === 'idle') return false;
  if (!tool) return true;
  const message = await found((options) => client.session.message({ sessionID, messageID: tool.messageID }, options));
  return message !== undefined && !message.parts.some((part) => isOver(part, tool));
}

export const list = async (client: OpencodeClient): Promise<readonly OpencodeQuestion[]> =>
  (await found((options) => client.question.list(undefined, options))) ?? [];

/** Hands an ending over. `false` where opencode has no such question any more. */
export async function send(
  { question }: OpencodeClient,
  requestID: string,
  wire: OpencodeReply | OpencodeReject,
): Promise<boolean> {
  const sent = await found<unknown>((options) =>
    'answers' in wire
      ? question.reply({ requestID, answers: wire.answers }, options)
      : question.reject({ requestID }, options),
  );
  return sent !== undefined;
}
