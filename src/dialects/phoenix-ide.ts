import type { Ended } from '../core/answer/types.js';
import { defined, isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import type { Question } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { endingText } from './shared/endings.js';
import type { Open } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { lost } from './shared/issues.js';
import { annotationsByKey, notesByKey, saidByKey, sameKeys, textsByKey, withSkipped } from './shared/keyed.js';
import { FOUR_BY_FOUR } from './shared/limits.js';
import { answeredBy, endedFields, endingIn, textOf, unanswered } from './shared/read-answer.js';
import { each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { PREVIEWED } from './shared/shapes.js';
import { someHeader, withWarnings, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = { ...PREVIEWED, metadata: 'source' };

const LIMITS: Limits = {
  ...FOUR_BY_FOUR,
  optionsRequired: true,
  headerRequired: true,
  headerMaxLength: 12,
  uniqueQuestions: true,
  uniqueLabels: true,
};

const WAITING = 'awaiting_user_response';
const DECLINED = 'I declined to answer those questions. Please proceed using your own judgment';

/** What goes back beside an answer. */
export interface PhoenixIdeAnnotation {
  /** The chosen option's, in a single-select question. */
  readonly preview?: string;
  readonly notes?: string;
}

/** What the `phoenixIde` dialect's agent gets for an answered request: the body of `POST /api/conversations/{id}/respond`. */
export interface PhoenixIdeOutput {
  /** Keyed by question text; several labels, and Other's text after them, joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
  /** Keyed by question text; only where there is something to say. */
  readonly annotations?: Readonly<Record<string, PhoenixIdeAnnotation>>;
}

/** What becomes of every other ending, for which there is no body: what the agent is told, as a message of the user's. */
export interface PhoenixIdeEnding {
  readonly status: Ended['status'];
  readonly message: string;
  readonly reason?: string;
}

/** Byte for byte what Phoenix makes of the body. */
function answeredText({ answers, annotations = {} }: PhoenixIdeOutput): string {
  const lines = Object.entries(answers).map(([key, answer]) => {
    const { preview, notes } = annotations[key] ?? {};
    const said = `"${key}" = "${answer}"`;
    return said + (preview ? ` selected preview:\n${preview}` : '') + (notes ? ` user notes: ${notes}` : '');
  });
  return lines.length > 0 ? `Here are my answers:\n${lines.join('\n')}` : '';
}

const severalPreviews = ({ multiSelect, options }: Question): Issue[] =>
  options.flatMap(({ preview }, i): Issue[] => {
    const message = 'Previews are for questions that take one option. Leave it out, or leave multiSelect out.';
    return multiSelect && preview ? [{ code: 'preview', path: `options[${i}].preview`, message }] : [];
  });

/** The state in an event `state_change`; `undefined` for any other input. */
const open: Open = (source) => {
  const { state } = fieldsIn(source);
  return isRecord(state) && state['type'] === WAITING ? { input: state, path: 'state' } : undefined;
};

/**
 * Phoenix IDE's `ask_user_question`, and the state `awaiting_user_response` that its server tells clients of, by itself or in
 * an event `state_change`.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ answers: { [question]: string }, annotations?: { [question]: { preview?, notes? } } }`, posted to `/respond`; it reads them as a message of the user's, "Here are my answers:" |
 * | declined | "I declined to answer those questions. Please proceed using your own judgment." |
 * | cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | a message that says what happened and that no option was chosen |
 *
 * There is no body for what is not answered: `formatResult` gives `{ status, message, reason? }`, and `message` is what the
 * agent is to read as the user's. Posting to `/cancel` instead says the declined message for any of them, and no reason;
 * newer servers say nothing there, and wait for a message.
 *
 * Skipped questions are left out, and Phoenix says nothing of them; `toModelText` adds a sentence that names them. The later
 * of two equal question texts is keyed `text (2)`, which Phoenix does not look for, and `parse` warns about it. This wire joins
 * selections with `", "`: labels with commas, equal labels, and Other's text beside selections can't be told apart on it.
 * Previews are for single-select questions: `parse` reports others, and they do not go back.
 *
 * Source: scottopell/phoenix-ide 88ac6dd, `specs/ask-user-question` and `src/state_machine`.
 */
export const phoenixIde: AgentDialect<PhoenixIdeOutput, PhoenixIdeEnding> = defineDialect({
  name: 'phoenixIde',
  agent: 'Phoenix IDE `ask_user_question`',
  carries: { keyedBy: 'text', several: 'joined', notes: true, previews: true, discuss: true },
  shape: SHAPE,
  limits: LIMITS,
  open,
  beyond: [each(severalPreviews)],
  advice: [sameKeys()],
  signatureIn: open,
  signature: ({ type, questions }) => type === WAITING && questions != null,
  formatRequest(request) {
    const extra = (question: Question, i: number) => ({ header: someHeader(question, i) });
    const previews = request.questions.flatMap((question, i) =>
      severalPreviews(question).map(({ path, message }) => lost(`questions[${i}].${path}`, message)),
    );
    return withWarnings(writeRequest(request, SHAPE, { limits: LIMITS, extra }), previews);
  },
  formatAnswered: (result, request) => ({
    answers: textsByKey(request, result),
    ...annotationsByKey(request, result, ({ answer, selected, notes }) =>
      defined<PhoenixIdeAnnotation>({
        preview: typeof answer === 'string' ? selected[0]?.preview : undefined,
        notes,
      }),
    ),
  }),
  formatUnanswered: (result) =>
    defined<PhoenixIdeEnding>({
      status: result.status,
      message: endingText(result, result.status === 'declined' ? DECLINED : undefined),
      reason: 'reason' in result ? result.reason : undefined,
    }),
  answeredText: (output, request, result) => withSkipped(answeredText(output), request, result),
  unansweredText: ({ message }) => message,
  expected: '{ answers, annotations? } or { status, message }',
  readResult(output, request) {
    if (!isRecord(output)) return undefined;
    const { answers, annotations, message } = output;
    const discussed = endingIn(textOf(message) ?? '', request);
    if (discussed?.status === 'declined' && discussed.discuss) return unanswered(discussed);
    if (!isRecord(answers)) return endedFields(output);
    const notes = notesByKey(request, annotations);
    const texts = saidByKey(request, answers, textOf);
    return answeredBy(request, (_, i) => ({ joined: texts[i], notes: notes[i] }));
  },
});
