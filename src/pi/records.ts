import { isRecord } from '../core/guards.js';
import { askUserPendingTool } from '../pending/index.js';
import { type AskUserRecord, fromRecord, parseRecord, summarize } from '../core/index.js';
import type { PiMessage } from './types.js';
import { WORDS } from './words.js';

/** Name of the tool, and custom type of the messages and entries that contain a record. */
export const NAME = askUserPendingTool.name;
/** Type of the hidden message that starts a turn of the model. */
export const CONTINUE = `${NAME}_continue`;

type Fields = Readonly<Record<string, unknown>>;

export const modelTextOf = (record: AskUserRecord): string =>
  askUserPendingTool.dialect.toModelText(record.result, fromRecord(record));

export const messageOf = (record: AskUserRecord): PiMessage => ({
  customType: NAME,
  content: `${WORDS.answersFrom}\n${modelTextOf(record)}`,
  display: true,
  details: record,
});

const isMessage = (value: unknown): value is Fields => isRecord(value) && typeof value['role'] === 'string';

const recordIn = (value: unknown): AskUserRecord | undefined => {
  const parsed = parseRecord(value);
  return parsed.ok ? parsed.value : undefined;
};

const isResultOf = ({ role, toolName }: Fields): boolean => role === 'toolResult' && toolName === NAME;

const messageIn = ({ type, message }: Fields): Fields | undefined =>
  type === 'message' && isMessage(message) ? message : undefined;

function storedIn(entry: unknown): { readonly callId: string; readonly record: AskUserRecord } | undefined {
  if (!isRecord(entry)) return undefined;
  const message = messageIn(entry);
  if (message) {
    const record = isResultOf(message) ? recordIn(message['details']) : undefined;
    return record && { callId: String(message['toolCallId']), record };
  }
  const { type, customType, data, details } = entry;
  if (customType !== NAME || (type !== 'custom' && type !== 'custom_message')) return undefined;
  const record = recordIn(type === 'custom' ? data : details);
  return record && { callId: record.requestId, record };
}

const ownIdOf = ({ role, customType, details }: Fields): string | undefined =>
  role === 'custom' && customType === NAME ? recordIn(details)?.requestId : undefined;

export interface OpenCall {
  readonly id: string;
  readonly input: unknown;
}

/**
 * Returns the calls of the tool in a model's message. It returns none for a failed or interrupted message, because pi
 * does not send such a message to the model again.
 */
function callsOf(message: Fields): readonly OpenCall[] {
  const { role, content, stopReason } = message;
  if (role !== 'assistant' || !Array.isArray(content) || stopReason === 'error' || stopReason === 'aborted') return [];
  return content.flatMap((block: unknown) => {
    if (!isRecord(block) || block['type'] !== 'toolCall' || block['name'] !== NAME) return [];
    return typeof block['id'] === 'string' ? [{ id: block['id'], input: block['arguments'] }] : [];
  });
}

/** Returns the calls in the last message that is not a tool's result, without those that have a result or a record. */
export function openCallsIn(branch: readonly unknown[]): readonly OpenCall[] {
  let calls: readonly OpenCall[] = [];
  for (const entry of branch.filter(isRecord)) {
    const message = messageIn(entry);
    const closed = message?.['toolCallId'] ?? storedIn(entry)?.callId;
    if (closed !== undefined) calls = calls.filter(({ id }) => id !== closed);
    else if (message && message['role'] !== 'toolResult') calls = callsOf(message);
  }
  return calls;
}

const toolResult = (record: AskUserRecord): Fields => ({
  role: 'toolResult',
  toolCallId: record.requestId,
  toolName: NAME,
  content: [{ type: 'text', text: modelTextOf(record) }],
  details: record,
  isError: false,
  timestamp: record.answeredAt,
});

const withAnswers = (message: Fields, records: readonly AskUserRecord[]): Fields =>
  records.length === 0
    ? message
    : {
        ...message,
        summary: `${String(message['summary'])}\n\n${WORDS.summary}\n${records.map(summarize).join('\n')}`,
      };

/**
 * Returns the messages for the model. An interrupted call whose record was stored later gets it as its result, which
 * replaces the extension's message with that record. The summary of a compacted conversation is followed by sentences
 * about the records that the messages no longer contain. Messages of the type `CONTINUE` are removed.
 */
export function messagesFor(messages: readonly unknown[], branch: readonly unknown[]): unknown[] {
  const stored = new Map(
    branch.flatMap((entry) => storedIn(entry) ?? []).map(({ callId, record }) => [callId, record]),
  );
  const all = messages.filter(isMessage);
  const resultIds = new Set(all.map((message) => message['toolCallId']));
  const missing = new Set(all.flatMap(callsOf).flatMap(({ id }) => (stored.has(id) && !resultIds.has(id) ? [id] : [])));
  const ownIds = new Set(all.map(ownIdOf));
  const compacted = [...stored].filter(([id]) => !resultIds.has(id) && !missing.has(id) && !ownIds.has(id));

  return messages.flatMap((message): readonly unknown[] => {
    if (!isMessage(message)) return [message];
    if (message['customType'] === CONTINUE || missing.has(ownIdOf(message) ?? '')) return [];
    if (message['role'] === 'compactionSummary')
      return [
        withAnswers(
          message,
          compacted.map(([, record]) => record),
        ),
      ];
    const results = callsOf(message).flatMap(({ id }) => (missing.has(id) ? (stored.get(id) ?? []) : []));
    return [message, ...results.map(toolResult)];
  });
}
