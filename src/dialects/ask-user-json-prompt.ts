import type { AskUserRequest } from '../core/question/types.js';
import { type AskUserJsonError, jsonError } from './ask-user-json-error.js';

/** What the JSON tool prints for a valid call. Source: the output schema of the JSON `ask_user` tool, version 1. */
export interface AskUserJsonPrompt {
  readonly tool: 'ask_user';
  readonly version: 1;
  readonly status: 'ok';
  readonly prompt: {
    readonly question: string;
    readonly context?: string;
    readonly kind: 'single_select';
    /** `id` is the option's number, from `"1"`. */
    readonly options: readonly { readonly id: string; readonly label: string; readonly description?: string }[];
    readonly answer_instructions: string;
    /** The numbers that are an answer, both ends included. */
    readonly answer_format: { readonly type: 'integer'; readonly min: 1; readonly max: number };
  };
  /** The same for a person to read. Not for parsing: `prompt` has every part by name. */
  readonly rendered_markdown: string;
}

/** The prompt object of a request that `askUserJson.parse` made. */
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
    // Lines after the first are indented into their item, so that no label can pass for an option of its own.
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
 * Checks a reply, a number or the text of one, against a prompt's `answer_format`.
 *
 * @returns the chosen option's position, counted from 0 as in `Reply.selected`; or the error object, `INVALID_ANSWER`.
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
