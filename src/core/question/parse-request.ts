import { defined, isRecord } from '../guards.js';
import type { Issue, ParseResult } from './issues.js';
import { ASK_USER_LIMITS, DISPLAY_LIMITS, type Limits } from './limits.js';
import { drop, parseQuestion } from './parse-question.js';
import { checkSize, fromJson, readArray, readAt, report, type Scan } from './scan.js';
import type { AskUserRequest, PreviewFormat, Question } from './types.js';

/** What the host says about a request, and how strictly it reads one. */
export interface ParseOptions {
  /** @default 'ask-user' */
  readonly requestId?: string | undefined;
  /** The agent's or server's name, which the model can't set. */
  readonly asker?: string | undefined;
  /** What the previews are written in. */
  readonly previewFormat?: PreviewFormat | undefined;
  /** What the agent was told to keep to. @default LIMITS.askUser */
  readonly limits?: Limits | undefined;
  /** What is beyond `limits`, and a blank question, is an issue and not a warning: what tools use. @default false */
  readonly strict?: boolean | undefined;
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
    const only = parseQuestion(at, source, questions);
    if (only) questions.push(only);
    return { questions, metadata: isRecord(metadata) ? metadata : undefined };
  }
  const items = readArray(at, list, name, DISPLAY_LIMITS.questions);
  if (!items) return;
  const { length } = items;
  if (!length) return report(at, at.issues, 'too_few', name, 'Has no question. Send at least one.');
  checkSize(at, at.beyond, name, length, 'too_many', at.limits.minQuestions, at.limits.maxQuestions);
  for (let i = 0; i < length; i++) {
    const question = readAt(at, `${name}[${i}]`, (here) => parseQuestion(here, items[i], questions));
    if (question) questions.push(question);
  }
  return { questions, metadata: isRecord(metadata) ? metadata : undefined };
}

/**
 * Reads a request as an agent wrote it: the plain shape, or one of the shapes that models write instead where their
 * meaning is clear (JSON text of the whole, of a list or of an option, an array of questions, a single question, texts for
 * questions or options, `suggestions`). A text in a list of options is read as an option if it is the JSON text of an object
 * with a text `label`; any other text is a label.
 *
 * Texts are kept byte for byte, and nothing is cut. What can't be asked or is beyond `LIMITS.display` is refused, with
 * all its issues; what is beyond `options.limits` is reported. At most 50 of either, and 64 kB, are listed.
 *
 * Codes: `type`, `missing`, `empty`, `duplicate`, `too_few`, `too_many`, `too_long`, `unreadable`; of warnings alone
 * `coerced`, `ignored`, `dropped`; and a last `more`, which says how many are not listed.
 *
 * @param input - anything; reading it may throw.
 * @returns the request with its warnings, or the issues. Never throws.
 */
export function parseRequest(input: unknown, options: ParseOptions = {}): ParseResult<AskUserRequest> {
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  const at: Scan = {
    limits: options.limits ?? ASK_USER_LIMITS,
    issues,
    warnings,
    beyond: options.strict ? issues : warnings,
    path: '',
    bare: false,
  };
  const { requestId = 'ask-user', asker, previewFormat } = options;
  try {
    const parsed = readAt(at, '', () => parseInput(at, input));
    if (parsed && !issues.length) {
      const { questions, metadata } = parsed;
      return {
        ok: true,
        value: defined({ requestId, questions, raw: input, asker, previewFormat, metadata }),
        warnings,
      };
    }
  } catch {
    // It has been reported.
  }
  return { ok: false, issues };
}
