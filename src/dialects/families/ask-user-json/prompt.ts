import type { AskUserRequest } from '../../../core/question/types.js';
import { type AskUserJsonError, jsonError } from './error.js';

/** Output of the JSON tool for a valid call. Source: the output schema of the JSON `ask_user` tool, version 1. */
export interface AskUserJsonPrompt {
  /** Name of the tool. */
  readonly tool: 'ask_user';
  /** Version of the tool. */
  readonly version: 1;
  /** Distinguishes the output from an error object. */
  readonly status: 'ok';
  /** The prompt as data. */
  readonly prompt: {
    /** Question text. */
    readonly question: string;
    /** Context of the question. */
    readonly context?: string;
    /** Kind of the question. */
    readonly kind: 'single_select';
    /** Options. `id` is the number of the option, from `"1"`. */
    readonly options: readonly { readonly id: string; readonly label: string; readonly description?: string }[];
    /** Instructions for the answer. */
    readonly answer_instructions: string;
    /** Range of valid answers, inclusive. */
    readonly answer_format: { readonly type: 'integer'; readonly min: 1; readonly max: number };
  };
  /** The prompt as Markdown for the user. Programs read `prompt` instead. */
  readonly rendered_markdown: string;
}

/** Returns the prompt object of a request from `askUserJson.parse`. */
export function formatPrompt(request: AskUserRequest): AskUserJsonPrompt {
  const [question] = request.questions;
  const context = question?.context;
  const text = question?.question ?? '';
  const options = (question?.options ?? []).map(({ label, description }, i) => ({
    id: String(i + 1),
    label,
    ...(description !== undefined && { description }),
  }));
  const instructions = `Reply with the option number (1-${options.length}).`;
  const list = options.map(({ id, label, description }) => {
    const item = `${id}. ${description ? `${label} - ${description}` : label}`;
    // Continuation lines are indented, so that a label or description cannot imitate another option.
    return item.replaceAll(/\r\n?|\n/g, `\n${' '.repeat(id.length + 2)}`);
  });
  return {
    tool: 'ask_user',
    version: 1,
    status: 'ok',
    prompt: {
      question: text,
      ...(context !== undefined && { context }),
      kind: 'single_select',
      options,
      answer_instructions: instructions,
      answer_format: { type: 'integer', min: 1, max: options.length },
    },
    rendered_markdown: [text, ...(context ? [context] : []), list.join('\n'), instructions].join('\n\n'),
  };
}

/**
 * Validates a reply, a number or its text, against the `answer_format` of a prompt.
 *
 * @returns The index of the option, from 0 as in `Reply.selected`, or an error object with the code `INVALID_ANSWER`.
 */
export function checkReply(
  prompt: AskUserJsonPrompt,
  reply: unknown,
): { ok: true; index: number } | ({ ok: false } & AskUserJsonError) {
  const { min, max } = prompt.prompt.answer_format;
  const number = typeof reply === 'string' && /^\s*\d+\s*$/.test(reply) ? Number(reply) : reply;
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? { ok: true, index: number - 1 }
    : { ok: false, ...jsonError('INVALID_ANSWER', `the reply must be an option number (${min}-${max})`) };
}
