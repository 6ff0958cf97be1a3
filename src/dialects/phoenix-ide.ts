import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { defined, isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { ENDED, endingText, NO_ANSWER } from './shared/endings.js';
import type { Open } from './shared/envelope.js';
import { lost } from './shared/issues.js';
import { keyedByText, saidByKey, sameKeys, skippedText } from './shared/keyed.js';
import { hasMark } from './shared/marks.js';
import {
  answeredOf,
  endedFields,
  endingIn,
  notAResult,
  resultReader,
  type Said,
  textOf,
} from './shared/read-answer.js';
import { readRequest, type Family } from './shared/read-request.js';
import { each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { someHeader, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  list: 'questions',
  metadata: 'source',
  question: { question: 'question', header: 'header', options: 'options', multiSelect: 'multiSelect' },
  option: { label: 'label', description: 'description', preview: 'preview' },
};

const LIMITS: Limits = {
  minQuestions: 1,
  maxQuestions: 4,
  minOptions: 2,
  maxOptions: 4,
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
  preview?: string;
  notes?: string;
}

/** What the `phoenixIde` dialect's agent gets for an answered request: the body of `POST /api/conversations/{id}/respond`. */
export interface PhoenixIdeOutput {
  /** Keyed by question text; several labels, and Other's text after them, joined with `", "`. */
  answers: Record<string, string>;
  /** Keyed by question text; only where there is something to say. */
  annotations?: Record<string, PhoenixIdeAnnotation>;
}

/** What becomes of every other ending, for which there is no body: what the agent is told, as a message of the user's. */
export interface PhoenixIdeEnding {
  status: Ended['status'];
  message: string;
  reason?: string;
}

const endingMessage = (result: Ended): string =>
  result.status === 'declined' ? endingText(result, DECLINED) : endingText(result);

function formatResult(result: Answered, request: AskUserRequest): PhoenixIdeOutput;
function formatResult(result: Ended, request: AskUserRequest): PhoenixIdeEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): PhoenixIdeOutput | PhoenixIdeEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): PhoenixIdeOutput | PhoenixIdeEnding {
  if (result.status !== 'answered') {
    const reason = 'reason' in result ? result.reason : undefined;
    return defined<PhoenixIdeEnding>({ status: result.status, message: endingMessage(result), reason });
  }
  const annotations = keyedByText(request, result, ({ answer, selected, notes }) => {
    const preview = typeof answer === 'string' ? selected[0]?.preview : undefined;
    const one = defined<PhoenixIdeAnnotation>({ preview, notes });
    return Object.keys(one).length > 0 ? one : undefined;
  });
  return {
    answers: keyedByText(request, result, ({ text, skipped }) => (skipped ? undefined : text)),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
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
  const { state } = isRecord(source) ? source : {};
  return isRecord(state) && state['type'] === WAITING ? { input: state, path: 'state' } : undefined;
};

const FAMILY: Family = {
  shape: SHAPE,
  limits: LIMITS,
  open,
  beyond: [each(severalPreviews)],
  advice: [sameKeys()],
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
export const phoenixIde: AgentDialect<PhoenixIdeOutput, PhoenixIdeEnding> = {
  name: 'phoenixIde',
  agent: 'Phoenix IDE `ask_user_question`',
  carries: {
    keyedBy: 'text',
    choice: 'label',
    several: 'joined',
    custom: 'among',
    notes: true,
    previews: true,
    skipped: true,
    discuss: true,
    endings: ENDED,
  },
  limits: LIMITS,
  parse: (input, options) => readRequest(input, FAMILY, options),
  formatResult,
  toModelText(result, request) {
    if (result.status !== 'answered') return endingMessage(result);
    const texts = [answeredText(formatResult(result, request)), skippedText(request, result)];
    return texts.filter(Boolean).join('\n') || NO_ANSWER;
  },
  recognises: (input) =>
    hasMark(input, (source) => {
      const state = open(source)?.input ?? source;
      return isRecord(state) && state['type'] === WAITING && state['questions'] != null;
    }),
  formatRequest(request) {
    const written = writeRequest(request, SHAPE, {
      limits: LIMITS,
      extra: (question, i) => ({ header: someHeader(question, i) }),
    });
    if (!written.ok) return written;
    const previews = request.questions.flatMap((question, i) =>
      severalPreviews(question).map(({ path, message }) => lost(`questions[${i}].${path}`, message)),
    );
    return { ...written, warnings: [...written.warnings, ...previews] };
  },
  parseResult: resultReader((wire, request) => {
    if (!isRecord(wire)) return notAResult('{ answers, annotations? } or { status, message }');
    const { answers, annotations } = wire;
    const discussed = endingIn(textOf(wire['message']) ?? '', request);
    if (discussed?.status === 'declined' && discussed.discuss) return { ok: true, value: discussed, warnings: [] };
    if (!isRecord(answers)) return endedFields(wire);
    const notes = saidByKey(request, annotations, (one) => (isRecord(one) ? textOf(one['notes']) : undefined));
    const texts = saidByKey(request, answers, textOf);
    return answeredOf(
      request,
      texts.map((joined, i): Said => ({ joined, notes: notes[i] })),
    );
  }),
};
