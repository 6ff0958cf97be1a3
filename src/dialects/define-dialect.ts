import type { Answered, Ended } from '../core/answer/types.js';
import type { ParseResult } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { ENDED, endingText, NO_ANSWER } from './wire/unanswered.js';
import { type Open, opened } from './wire/envelope.js';
import type { Fields } from './wire/fields.js';
import { formatterOf } from './wire/format-result.js';
import { hasMark } from './wire/signature.js';
import { type ReadResult, resultReader } from './wire/read-answer.js';
import { readRequest, type RequestFormat } from './wire/read-request.js';
import { type Extras, writeRequest } from './wire/write-request.js';
import type { AgentDialect, Carries } from './types.js';

/** Default capabilities. A spec lists only the differences. */
const COMMON: Carries = {
  keyedBy: 'text',
  choice: 'label',
  several: 'list',
  custom: 'among',
  notes: false,
  previews: false,
  skipped: true,
  discuss: false,
  endings: ENDED,
};

/** How a dialect formats and parses results. `A` is the output for an answered request, `E` for an unanswered one. */
export interface ResultFormat<A, E> {
  readonly formatAnswered: (result: Answered, request: AskUserRequest) => A;
  readonly formatUnanswered: (result: Ended, request: AskUserRequest) => E;
  /** Returns the model text of an answered request. Defaults to the output as JSON. `NO_ANSWER` replaces `''`. */
  readonly answeredText?: (output: A, request: AskUserRequest, result: Answered) => string;
  /** Returns the model text of an unanswered request. Defaults to `endingText` with the sentence from `happened`. */
  readonly unansweredText?: (output: E, request: AskUserRequest, result: Ended) => string;
  /** The agent's sentence for a status, used in place of the default one of `endingText`. */
  readonly happened?: Readonly<Partial<Record<Ended['status'], string>>>;
  readonly readResult: ReadResult;
  /** Description of the valid outputs, for the issue that reports any other value. */
  readonly expected: string;
}

/** Specification of a dialect: the data and the functions that differ between agents. */
export interface DialectSpec<A, E> extends RequestFormat, ResultFormat<A, E> {
  readonly name: string;
  readonly agent: string;
  /** Capabilities. Omitted ones default to `COMMON`. */
  readonly carries: Pick<Carries, 'keyedBy' | 'several'> & Partial<Carries>;
  /** Returns `true` only if no other dialect writes this object. May throw. */
  readonly signature: (source: Fields) => boolean;
  /** Unwraps the input before `signature` is called. By default `signature` receives the input itself. */
  readonly signatureIn?: Open;
  /** Returns the issues of an input that must not be parsed, or `undefined`. */
  readonly refuses?: (input: unknown) => ParseResult<never> | undefined;
  /** Options for the default `formatRequest`. */
  readonly write?: Extras;
  /** Replaces the default `formatRequest`, which uses `shape` and `write`. */
  readonly formatRequest?: AgentDialect['formatRequest'];
}

/** Creates a dialect from a specification with a `Shape`. Dialects with other request formats are plain objects. */
export function defineDialect<A, E = A>(spec: DialectSpec<A, E>): AgentDialect<A, E> {
  const { name, agent, limits, shape, signature, signatureIn, happened } = spec;
  const formatResult = formatterOf(spec.formatAnswered, spec.formatUnanswered);
  const {
    answeredText = (output) => JSON.stringify(output),
    unansweredText = (_output, _request, result) => endingText(result, happened?.[result.status]),
    formatRequest = (request) => writeRequest(request, shape, spec.write),
  } = spec;
  return {
    name,
    agent,
    carries: { ...COMMON, ...spec.carries },
    limits,
    parse: (input, options) => spec.refuses?.(input) ?? readRequest(input, spec, options),
    formatResult,
    toModelText: (result, request) =>
      result.status === 'answered'
        ? answeredText(formatResult(result, request), request, result) || NO_ANSWER
        : unansweredText(formatResult(result, request), request, result),
    recognises: (input) => hasMark(signatureIn ? opened(input, signatureIn).input : input, signature),
    formatRequest,
    parseResult: resultReader(spec.expected, spec.readResult),
  };
}
