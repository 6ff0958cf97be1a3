import type {
  Answer,
  AnsweredResult,
  AskUserResult,
  Discussion,
  UnansweredResult,
} from '../../../core/answer/types.js';
import { defined } from '../../../core/guards.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { echoOf } from './call.js';
import { isDiscussion, ANSWER_PATTERN, readQuoted, type AnswerSoFar } from '../../wire/discuss.js';
import { formatUnanswered, NO_ANSWER } from '../../wire/unanswered.js';
import { annotationsByKey, keyedByText, keysOf, withSkipped } from '../../wire/keyed.js';
import { besideQuotes, inQuotes, joinQuoted } from '../../wire/quoted.js';

/** Preview, notes, and reason for a missing answer to a question. */
export interface ClaudeCodeAnnotation {
  /** Preview of the selected option. Absent for several options. */
  readonly preview?: string;
  /** Notes of the user. */
  readonly notes?: string;
  /** Set only in a session with the capability `ask_user_question_unanswered_v1`. The model does not see it. */
  readonly unanswered?: 'skipped' | 'replied_in_chat' | 'dismissed';
}

/** Input of the tool call with the user's answers. Other fields are kept, except those that only the user may set. */
export interface ClaudeCodeInput {
  /** Questions of the call. */
  readonly questions?: unknown;
  /** Answers by question text. Absent for unanswered requests. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Annotations by question text. Absent without annotations. */
  readonly annotations?: Readonly<Record<string, ClaudeCodeAnnotation>>;
  /** Other fields of the input. */
  readonly [field: string]: unknown;
}

/**
 * Output of the `claudeCode` dialect that allows the call: a `PermissionResult` of `canUseTool`.
 *
 * The dialect returns it for answered requests and, without answers, for `declined` without `discuss`. In a session
 * with the capability `ask_user_question_unanswered_v1`, it also returns it for `superseded`.
 */
export interface ClaudeCodeAllow {
  /** Allows the call. */
  readonly behavior: 'allow';
  /** Input as sent, with the answers if the request was answered. */
  readonly updatedInput: ClaudeCodeInput;
}

/**
 * Output of the `claudeCode` dialect that denies the call: a `PermissionResult` of `canUseTool`. The dialect returns it
 * for every result for which it does not return `ClaudeCodeAllow`.
 */
export interface ClaudeCodeDeny {
  /** Denies the call. */
  readonly behavior: 'deny';
  /** Message for the agent. */
  readonly message: string;
  /** Ends the turn. Set only for `cancelled`. Otherwise the agent continues with `message` as the tool's error. */
  readonly interrupt?: true;
}

type Unanswered = NonNullable<ClaudeCodeAnnotation['unanswered']>;

const spoken = ({ answer, skipped }: Answer): string | undefined => {
  if (skipped) return undefined;
  return typeof answer === 'string' ? answer : joinQuoted(answer);
};

/** @param capable - Whether the session accepts `unanswered` annotations. */
export function formatAnswered(result: AnsweredResult, request: AskUserRequest, capable: boolean): ClaudeCodeAllow {
  const updatedInput = {
    ...echoOf(request),
    answers: keyedByText(request, result, spoken),
    ...annotationsByKey(request, result, ({ selected: [only, another], notes, skipped }) =>
      defined<ClaudeCodeAnnotation>({
        preview: another ? undefined : only?.preview,
        notes,
        unanswered: skipped && capable ? 'skipped' : undefined,
      }),
    ),
  };
  return { behavior: 'allow', updatedInput };
}

function allowUnanswered(request: AskUserRequest, unanswered: Unanswered | undefined): ClaudeCodeAllow {
  const annotations = unanswered && Object.fromEntries(keysOf(request).map((key) => [key, { unanswered }]));
  return { behavior: 'allow', updatedInput: { ...echoOf(request), ...(annotations && { annotations }) } };
}

export function clarifyText({ reason, answers = [] }: Discussion, { questions }: AskUserRequest): string {
  const list = questions.map(({ id, question }) => {
    const one = answers.find(({ questionId, skipped }) => questionId === id && !skipped);
    const notes = one?.notes === undefined ? '' : ` (notes: ${JSON.stringify(one.notes)})`;
    return `- ${JSON.stringify(question)}\n  ${one ? `Answer: ${JSON.stringify(one.answer)}${notes}` : NONE}`;
  });
  const instruction = reason ? `The user said: ${JSON.stringify(reason)}.` : ASK_WHAT;
  return `${CLARIFY} ${instruction}\n\n${ASKED}\n${list.join('\n')}`;
}

const CLARIFY =
  'The user wants to clarify these questions, and has not answered yet. Nothing below was submitted, and nothing else was chosen.';
const ASK_WHAT = 'Start by asking them what they would like to clarify.';
const ASKED = 'Questions asked:';
const NONE = '(No answer provided)';
const ANSWER = new RegExp(`^ {2}Answer: ${ANSWER_PATTERN}$`);

export function readClarifyText(
  text: string,
): { reason: string | undefined; soFar: readonly AnswerSoFar[] } | undefined {
  if (!text.startsWith(`${CLARIFY} `)) return undefined;
  const [head = '', , , ...lines] = text.slice(CLARIFY.length + 1).split('\n');
  const soFar = lines.flatMap((line, i): AnswerSoFar[] => {
    const [, answer, notes] = ANSWER.exec(line) ?? [];
    const question = lines[i - 1]?.slice(2);
    if (answer === undefined || question === undefined) return [];
    return [{ question: JSON.parse(question), answer: JSON.parse(answer), notes: notes && JSON.parse(notes) }];
  });
  return { reason: readQuoted(head, 'The user said: '), soFar };
}

export function formatUnansweredDecision(
  result: UnansweredResult,
  request: AskUserRequest,
  capable: boolean,
): ClaudeCodeAllow | ClaudeCodeDeny {
  const { status } = result;
  if (isDiscussion(result)) return { behavior: 'deny', message: clarifyText(result, request) };
  if (status === 'declined') return allowUnanswered(request, capable ? 'dismissed' : undefined);
  if (status === 'superseded' && capable) return allowUnanswered(request, 'replied_in_chat');
  const deny: ClaudeCodeDeny = { behavior: 'deny', message: formatUnanswered(result) };
  return status === 'cancelled' ? { ...deny, interrupt: true } : deny;
}

/** Formats the answers as Claude Code does, except for quotation marks. Returns `''` if there are neither answers nor notes. */
function answeredText(result: AnsweredResult, request: AskUserRequest): string {
  const texts = keyedByText(request, result, (answer) => {
    const { selected, notes, skipped } = answer;
    const text = spoken(answer);
    if (!text && !notes) return undefined;
    const preview = !skipped && selected.length === 1 ? selected[0]?.preview : undefined;
    // Entries of a list are already quoted if necessary.
    const quoted = typeof answer.answer === 'string' ? inQuotes(text ?? '') : `"${text}"`;
    const entry = text ? `=${quoted}` : '=(no option selected)';
    return entry + (preview ? ` selected preview:\n${preview}` : '') + (notes ? ` notes: ${besideQuotes(notes)}` : '');
  });
  const list = Object.entries(texts).map(([key, text]) => `${inQuotes(key)}${text}`);
  if (list.length === 0) return '';
  const plain = result.answers.every(({ custom, notes }) => custom === undefined && notes === undefined);
  return plain
    ? `Your questions have been answered: ${list.join(', ')}. You can now continue with these answers in mind.`
    : `The user answered: ${list.join(', ')}. Read the answers carefully — they may request clarification, changes, ` +
        'or that you not proceed — and follow what they actually say.';
}

const UNANSWERED_TEXT = 'The user did not answer the questions.';

export function modelText(result: AskUserResult, request: AskUserRequest, capable: boolean): string {
  if (result.status === 'answered') {
    // The text already names skipped questions that have notes.
    const unnamed = { ...result, answers: result.answers.filter(({ skipped, notes }) => skipped && !notes) };
    return withSkipped(answeredText(result, request) || UNANSWERED_TEXT, request, unnamed, ' ');
  }
  if (isDiscussion(result)) return clarifyText(result, request);
  const { behavior } = formatUnansweredDecision(result, request, capable);
  return behavior === 'allow' ? `${UNANSWERED_TEXT} ${NO_ANSWER}` : formatUnanswered(result);
}
