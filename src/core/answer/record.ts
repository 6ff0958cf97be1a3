import { defined } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { mayStayBlank } from './constraints.js';
import type { Answer, AskUserRecord, AskUserResult } from './types.js';

/** Options for `toRecord`. */
export interface RecordOptions {
  /** Mode in which the host asked. */
  readonly mode: AskUserRecord['mode'];
  /** Time of the result, in milliseconds since the Unix epoch. */
  readonly answeredAt: number;
}

/** Creates the record to store for a settled request. */
export function toRecord(result: AskUserResult, request: AskUserRequest, options: RecordOptions): AskUserRecord {
  const { requestId, questions, asker, metadata, previewFormat, raw } = request;
  return defined<AskUserRecord>({
    version: 1,
    requestId,
    questions,
    answers: result.status === 'answered' ? result.answers : [],
    result,
    answeredAt: options.answeredAt,
    mode: options.mode,
    asker,
    metadata,
    previewFormat,
    raw,
  });
}

/** Returns the request of a record. */
export function fromRecord({
  requestId,
  questions,
  asker,
  metadata,
  previewFormat,
  raw,
}: AskUserRecord): AskUserRequest {
  return defined<AskUserRequest>({ requestId, questions, asker, metadata, previewFormat, raw });
}

// JSON escapes quotes and line feeds, so a line feed in a text does not start a new line.
const quoted = (...texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(' and ');

function answered({ selected, custom, skipped, notes }: Answer, question: Question): string {
  const chosen = [
    selected.length > 0 && `chose ${quoted(...selected.map((option) => option.label))}`,
    custom !== undefined && `answered ${quoted(custom)}`,
    skipped && (mayStayBlank(question) ? 'left it blank' : 'skipped it'),
    notes !== undefined && `noted ${quoted(notes)}`,
  ];
  return chosen.filter(Boolean).join(' and ');
}

const STATUS_TEXTS: Readonly<Record<Exclude<AskUserResult['status'], 'answered'>, string>> = {
  declined: 'declined to answer',
  cancelled: 'cancelled without answering',
  aborted: 'was not waited for: the question was withdrawn',
  superseded: 'did not answer: something newer replaced the question',
  connectionLost: 'could not answer: the connection was lost',
  timedOut: 'did not answer in time',
  unavailable: 'could not be shown the question',
  invalid: 'was not asked: the question was not valid',
};

function unanswered(result: AskUserResult, question: Question): string {
  switch (result.status) {
    case 'answered':
      return 'did not answer';
    case 'declined': {
      if (!result.discuss) return STATUS_TEXTS.declined;
      const soFar = result.answers?.find((one) => one.questionId === question.id);
      return soFar
        ? `${answered(soFar, question)} so far, and wanted to discuss it first`
        : 'wanted to discuss it first';
    }
    case 'unavailable':
      return result.pendingFile === undefined
        ? STATUS_TEXTS.unavailable
        : `has yet to answer: the question waits in ${quoted(result.pendingFile)}`;
    default:
      return STATUS_TEXTS[result.status];
  }
}

/** Summarizes a record for the compaction of a conversation: one sentence per question, each on its own line. */
export function summarize(record: AskUserRecord): string {
  return record.questions
    .map((question) => {
      const answer = record.answers.find((one) => one.questionId === question.id);
      const came = answer ? answered(answer, question) : unanswered(record.result, question);
      return `User was asked ${quoted(question.question)} and ${came}.`;
    })
    .join('\n');
}
