import type { Answer, Answered, AskUserResult, Discussion, Ended } from '../core/answer/types.js';
import { defined } from '../core/guards.js';
import type { AskUserRequest } from '../core/question/types.js';
import { echoOf } from './claude-code-call.js';
import { isDiscussion, SAID, type SaidSoFar } from './shared/discuss.js';
import { endingText, NO_ANSWER } from './shared/endings.js';
import { annotationsByKey, keyedByText, keysOf, withSkipped } from './shared/keyed.js';
import { joinQuoted } from './shared/quoted.js';

/** What goes back beside an answer. */
export interface ClaudeCodeAnnotation {
  /** The chosen option's, where one option was chosen. */
  readonly preview?: string;
  readonly notes?: string;
  /** Only in a session with the capability `ask_user_question_unanswered_v1`. The model does not see it. */
  readonly unanswered?: 'skipped' | 'replied_in_chat' | 'dismissed';
}

/** The tool call's input with what the user said. What else the input had stays in it, but for what only a user may say. */
export interface ClaudeCodeInput {
  readonly questions?: unknown;
  /** Keyed by question text. Absent where nobody answered. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Keyed by question text; only where there is something to say. */
  readonly annotations?: Readonly<Record<string, ClaudeCodeAnnotation>>;
  readonly [field: string]: unknown;
}

/** What the `claudeCode` dialect's agent gets for an answered request: a `PermissionResult` of `canUseTool`. */
export interface ClaudeCodeAllow {
  readonly behavior: 'allow';
  readonly updatedInput: ClaudeCodeInput;
}

/** What the `claudeCode` dialect's agent gets for most other endings: a `PermissionResult` of `canUseTool`. */
export interface ClaudeCodeDeny {
  readonly behavior: 'deny';
  readonly message: string;
  /** The turn ends. Only for `cancelled`; else the agent goes on with `message` as the tool's error. */
  readonly interrupt?: true;
}

type Unanswered = NonNullable<ClaudeCodeAnnotation['unanswered']>;

const spoken = ({ answer, skipped }: Answer): string | undefined => {
  if (skipped) return undefined;
  return typeof answer === 'string' ? answer : joinQuoted(answer);
};

/** What `canUseTool` returns for an answered request; `capable` of saying how a question went unanswered. */
export function formatAnswered(result: Answered, request: AskUserRequest, capable: boolean): ClaudeCodeAllow {
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

/** Claude Code's own way to say that the user wants to talk first, and what was chosen so far. */
export function clarifyText({ reason, answers = [] }: Discussion, { questions }: AskUserRequest): string {
  const list = questions.map(({ id, question }) => {
    const one = answers.find(({ questionId, skipped }) => questionId === id && !skipped);
    const notes = one?.notes === undefined ? '' : ` (notes: ${JSON.stringify(one.notes)})`;
    return `- ${JSON.stringify(question)}\n  ${one ? `Answer: ${JSON.stringify(one.answer)}${notes}` : NONE}`;
  });
  const said = reason ? `The user said: ${JSON.stringify(reason)}.` : ASK_WHAT;
  return `${CLARIFY} ${said}\n\n${ASKED}\n${list.join('\n')}`;
}

const CLARIFY =
  'The user wants to clarify these questions, and has not answered yet. Nothing below was submitted, and nothing else was chosen.';
const ASK_WHAT = 'Start by asking them what they would like to clarify.';
const ASKED = 'Questions asked:';
const NONE = '(No answer provided)';
const ANSWER = new RegExp(`^ {2}Answer: ${SAID}$`);

/** Reads what `clarifyText` wrote: the message, and what was chosen of each question; `undefined` for any other text. */
export function readClarifyText(text: string): { reason: string | undefined; soFar: readonly SaidSoFar[] } | undefined {
  if (!text.startsWith(`${CLARIFY} `)) return undefined;
  const [head = '', , , ...lines] = text.slice(CLARIFY.length + 1).split('\n');
  const message = /^The user said: (".*")\.$/.exec(head)?.[1];
  const soFar = lines.flatMap((line, i): SaidSoFar[] => {
    const [, answer, notes] = ANSWER.exec(line) ?? [];
    const question = lines[i - 1]?.slice(2);
    if (answer === undefined || question === undefined) return [];
    return [{ question: JSON.parse(question), answer: JSON.parse(answer), notes: notes && JSON.parse(notes) }];
  });
  return { reason: message && JSON.parse(message), soFar };
}

/** What `canUseTool` returns for any other ending. */
export function formatEnded(
  result: Ended,
  request: AskUserRequest,
  capable: boolean,
): ClaudeCodeAllow | ClaudeCodeDeny {
  const { status } = result;
  if (isDiscussion(result)) return { behavior: 'deny', message: clarifyText(result, request) };
  if (status === 'declined') return allowUnanswered(request, capable ? 'dismissed' : undefined);
  if (status === 'superseded' && capable) return allowUnanswered(request, 'replied_in_chat');
  const deny: ClaudeCodeDeny = { behavior: 'deny', message: endingText(result) };
  return status === 'cancelled' ? { ...deny, interrupt: true } : deny;
}

/** Byte for byte what Claude Code makes of the answers; `''` where there are none. */
function answeredText(result: Answered, request: AskUserRequest): string {
  const texts = keyedByText(request, result, (answer) => {
    const { selected, notes, skipped } = answer;
    const text = spoken(answer);
    if (!text && !notes) return undefined;
    const preview = !skipped && selected.length === 1 ? selected[0]?.preview : undefined;
    const said = text ? `="${text}"` : '=(no option selected)';
    return said + (preview ? ` selected preview:\n${preview}` : '') + (notes ? ` notes: ${notes}` : '');
  });
  const list = Object.entries(texts).map(([key, text]) => `"${key}"${text}`);
  if (list.length === 0) return '';
  const plain = result.answers.every(({ custom, notes }) => custom === undefined && notes === undefined);
  return plain
    ? `Your questions have been answered: ${list.join(', ')}. You can now continue with these answers in mind.`
    : `The user answered: ${list.join(', ')}. Read the answers carefully — they may request clarification, changes, ` +
        'or that you not proceed — and follow what they actually say.';
}

const UNANSWERED_TEXT = 'The user did not answer the questions.';

/** What the model reads. */
export function modelText(result: AskUserResult, request: AskUserRequest, capable: boolean): string {
  if (result.status === 'answered') {
    // Notes of a skipped question are in the text already, with its name.
    const unnamed = { ...result, answers: result.answers.filter(({ skipped, notes }) => skipped && !notes) };
    return withSkipped(answeredText(result, request) || UNANSWERED_TEXT, request, unnamed, ' ');
  }
  if (isDiscussion(result)) return clarifyText(result, request);
  const { behavior } = formatEnded(result, request, capable);
  return behavior === 'allow' ? `${UNANSWERED_TEXT} ${NO_ANSWER}` : endingText(result);
}
