import { defined, isRecord } from '../guards.js';
import type { Issue, ParseResult } from './issues.js';
import { ASK_USER_LIMITS, DISPLAY_LIMITS, type Limits } from './limits.js';
import { drop, parseQuestion } from './parse-question.js';
import { checkSize, fromJson, readArray, readAt, report, type Scan } from './scan.js';
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

type Parsed = { readonly questions: readonly Question[]; readonly metadata: AskUserRequest['metadata'] | undefined };

function parseInput(at: Scan, input: unknown): Parsed | undefined {
  const json = fromJson(input);
  const [source, name] = Array.isArray(json) ? [{ questions: json }, ''] : [json, 'questions'];
  if (!isRecord(source)) return report(at, at.issues, 'type', '', `Must be an object. ${EXAMPLE}`);
  const { metadata, questions: list } = source;
  drop(at, source, 'asker');
  drop(at, source, 'answers');
  drop(at, source, 'annotations');
  if (metadata != null && !isRecord(metadata))
    report(at, at.warnings, 'ignored', 'metadata', 'Ignored. Send an object.');
  const questions: Question[] = [];
  if (list == null) {
    if (source.question == null) return report(at, at.issues, 'missing', 'questions', `Missing. ${EXAMPLE}`);
    checkSize(at, at.beyond, 'questions', 1, 'too_many', at.limits.minQuestions, at.limits.maxQuestions);
    const only = parseQuestion(at, source, questions);
    if (only) questions.push(only);
    return { questions, metadata: isRecord(metadata) ? metadata : undefined };
  }
  const items = readArray(at, list, name, DISPLAY_LIMITS.questions);
  if (!items) return;
  const { length } = items;
  if (!length) return report(at, at.issues, 'too_few', name, 'Must have at least one question.');
  checkSize(at, at.beyond, name, length, 'too_many', at.limits.minQuestions, at.limits.maxQuestions);
  for (let i = 0; i < length; i++) {
    const question = readAt(at, `${name}[${i}]`, (here) => parseQuestion(here, items[i], questions));
    if (question) questions.push(question);
  }
  return { questions, metadata: isRecord(metadata) ? metadata : undefined };
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
    path: '',
    bare: false,
  };
  const { requestId = 'ask-user', asker, previewFormat, blocking } = options;
  try {
    const parsed = readAt(at, '', () => parseInput(at, input));
    if (parsed && !issues.length) {
      const { questions, metadata } = parsed;
      return {
        ok: true,
        value: defined({ requestId, questions, raw: input, asker, previewFormat, blocking, metadata }),
        warnings,
      };
    }
  } catch {
    // `readAt` has reported the error.
  }
  return { ok: false, issues };
}
