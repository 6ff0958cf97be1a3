import { defined } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { mayStayBlank } from './constraints.js';
import { SENTENCES } from './statuses.js';
import type { Answer, AskUserRecord, AskUserResult, Exchange } from './types.js';

/** Options for `toRecord`. */
export interface RecordOptions {
  /** Mode in which the host asked. */
  readonly mode: AskUserRecord['mode'];
  /** Time of the result, in milliseconds since the Unix epoch. */
  readonly answeredAt: number;
  /**
   * What the user asked the agent about the questions, with the replies. One that still waits is stored as failed.
   *
   * @default []
   */
  readonly exchanges?: readonly Exchange[] | undefined;
}

const toStored = (exchange: Exchange): Exchange =>
  exchange.status === 'waiting' ? { ...exchange, status: 'failed' } : exchange;

const requestOf = ({
  requestId,
  questions,
  asker,
  metadata,
  previewFormat,
  blocking,
  raw,
}: AskUserRequest | AskUserRecord): AskUserRequest =>
  defined<AskUserRequest>({ requestId, questions, asker, metadata, previewFormat, blocking, raw });

/** Creates the record to store for a settled request. */
export function toRecord(result: AskUserResult, request: AskUserRequest, options: RecordOptions): AskUserRecord {
  return defined<AskUserRecord>({
    version: 1,
    ...requestOf(request),
    answers: result.status === 'answered' ? result.answers : [],
    result,
    answeredAt: options.answeredAt,
    mode: options.mode,
    exchanges: options.exchanges?.length ? options.exchanges.map(toStored) : undefined,
  });
}

/** Returns the request of a record. */
export const fromRecord = (record: AskUserRecord): AskUserRequest => requestOf(record);

// JSON escapes quotes and line feeds, so a line feed in a text does not start a new line.
const quoted = (...texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(' and ');

function answered({ selected, custom, skipped, notes, recommended }: Answer, question: Question): string {
  const labels = quoted(...selected.map((option) => option.label));
  const chosen = [
    selected.length > 0 && `chose ${labels}${recommended ? ' (accepted as recommended)' : ''}`,
    custom !== undefined && `answered ${quoted(custom)}`,
    skipped && (mayStayBlank(question) ? 'left it blank' : 'skipped it'),
    notes !== undefined && `noted ${quoted(notes)}`,
  ];
  return chosen.filter(Boolean).join(' and ');
}

const asked = ({ question }: Question, came: string) => `User was asked ${quoted(question)} and ${came}.`;

function unanswered(result: AskUserResult, question: Question): string {
  const { status } = result;
  if (status === 'answered') return asked(question, 'did not answer');
  if (status === 'unavailable' && result.pendingFile !== undefined)
    return asked(question, `has yet to answer: the question waits in ${quoted(result.pendingFile)}`);
  if (status === 'declined' && result.discuss) {
    const soFar = result.answers?.find((one) => one.questionId === question.id);
    const came = soFar ? `${answered(soFar, question)} so far, and ` : '';
    return asked(question, `${came}wanted to discuss it first`);
  }
  return `Question ${quoted(question.question)} has no answer: ${SENTENCES[status]}.`;
}

/** Summarizes a record for the compaction of a conversation: one sentence per question, each on its own line. */
export function summarize(record: AskUserRecord): string {
  const { questions, answers, result } = record;
  return questions
    .map((question) => {
      const answer = answers.find((one) => one.questionId === question.id);
      return answer ? asked(question, answered(answer, question)) : unanswered(result, question);
    })
    .join('\n');
}

/** Returns a message for the agent with answers that came after the request had ended. It names their questions. */
export const lateText = (questions: readonly Question[], answers: readonly Answer[]): string =>
  [
    'The user answered after the request had ended.',
    ...answers.flatMap((answer) => {
      const question = questions.find(({ id }) => id === answer.questionId);
      return question ? asked(question, answered(answer, question)) : [];
    }),
  ].join('\n');

/** Returns a message for the agent that names the question, and the old and the new answer. */
export const correctionText = (question: Question, before: Answer, after: Answer): string =>
  `${asked(question, answered(before, question))} The user has changed this answer, and now ${answered(after, question)}.`;
