import { defined, isRecord } from '../guards.js';
import type { Issue, ParseResult } from './issues.js';
import { ASK_USER_LIMITS, DISPLAY_LIMITS, type Limits } from './limits.js';
import { drop, parseQuestion } from './parse-question.js';
import { checkSize, fromJson, readArray, readItems, report, type Scan } from './scan.js';
import type { AskUserRequest, PreviewFormat, Question } from './types.js';

/** Options for `parseRequest`. A dialect's `parse` can have other defaults. */
export interface ParseOptions {
  /**
   * Id of the request.
   *
   * @default 'ask-user'
   */
  readonly requestId?: string | undefined;
  /** Display name of the agent. */
  readonly asker?: string | undefined;
  /** Format of the options' previews. */
  readonly previewFormat?: PreviewFormat | undefined;
  /** `false` if the agent does not wait for the answers. */
  readonly blocking?: false | undefined;
  /**
   * Limits of the agent's tool.
   *
   * @default LIMITS.askUser
   */
  readonly limits?: Limits | undefined;
  /**
   * Whether a blank question or a violation of `limits` is an issue instead of a warning.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Whether to read the `value` of options. Set it only for questions that your code has written: the values of a model
   * are dropped.
   *
   * @default false
   */
  readonly values?: boolean | undefined;
}

const EXAMPLE = 'Send {"questions":[{"question":"..."}]}.';

function parseInput(at: Scan, input: unknown, options: ParseOptions): AskUserRequest | undefined {
  const { requestId = 'ask-user', asker, previewFormat, blocking } = options;
  const json = fromJson(input);
  const [source, name] = Array.isArray(json) ? [{ questions: json }, ''] : [json, 'questions'];
  if (!isRecord(source)) return report(at, at.issues, 'type', '', `Must be an object. ${EXAMPLE}`);
  const { metadata, questions: list } = source;
  drop(at, source.asker, 'asker');
  drop(at, source.answers, 'answers');
  drop(at, source.annotations, 'annotations');
  const known = isRecord(metadata) ? metadata : undefined;
  if (!known && metadata != null) report(at, at.warnings, 'ignored', 'metadata', 'Ignored. Send an object.');
  if (list == null && source.question == null) return report(at, at.issues, 'missing', name, `Missing. ${EXAMPLE}`);
  const items = list == null ? [source] : readArray(at, list, name, DISPLAY_LIMITS.questions);
  if (!items) return;
  if (!items.length) return report(at, at.issues, 'too_few', name, 'Must have at least one question.');
  checkSize(at, at.beyond, name, items.length, 'too_many', at.limits.minQuestions, at.limits.maxQuestions);
  const questions: Question[] = [];
  if (list == null) parseQuestion(at, source, questions);
  else readItems(at, name, items, (item) => parseQuestion(at, item, questions));
  if (at.issues.length > 0) return;
  return defined<AskUserRequest>({
    requestId,
    questions,
    raw: input,
    asker,
    previewFormat,
    blocking,
    metadata: known,
  });
}

/**
 * Parses a request as an agent wrote it: the plain shape, or another shape that models write and whose meaning is clear
 * (such as JSON text of the whole input, of a list or of an option; an array of questions; a single question; strings as
 * questions or options; names such as `choices` and `multi_select`). A string in a list of options is parsed as an option if it is the JSON text of
 * an object with a string `label`.
 *
 * Texts are kept byte for byte, and none is cut. Input that cannot be asked or is beyond `LIMITS.display` is refused
 * with its issues. A blank question or input beyond `options.limits` causes warnings, or issues if `strict` is set. Each
 * of the two lists has at most 50 entries and 64 kB of JSON.
 *
 * Codes: `type`, `missing`, `empty`, `duplicate`, `too_few`, `too_many`, `too_long`, `unreadable`; only in warnings:
 * `coerced`, `ignored`, `dropped`. A last entry with code `more` counts the ones that are not listed.
 *
 * @param input - Any value. Reading it may throw.
 * @returns The request with its warnings, or the issues. Never throws.
 */
export function parseRequest(input: unknown, options: ParseOptions = {}): ParseResult<AskUserRequest> {
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  const at: Scan = {
    limits: options.limits ?? ASK_USER_LIMITS,
    issues,
    warnings,
    beyond: options.strict ? issues : warnings,
    values: options.values,
    place: undefined,
    bare: false,
  };
  try {
    const value = parseInput(at, input, options);
    if (value) return { ok: true, value, warnings };
  } catch {
    report(at, issues, 'unreadable', '', 'Could not be read. Send plain JSON.');
  }
  return { ok: false, issues };
}
