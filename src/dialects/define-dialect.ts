import type { Answered, Ended } from '../core/answer/types.js';
import type { ParseResult } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { ENDED, endingText, NO_ANSWER } from './shared/endings.js';
import { type Open, opened } from './shared/envelope.js';
import type { Fields } from './shared/fields.js';
import { formatterOf } from './shared/format-result.js';
import { hasMark } from './shared/marks.js';
import { type ReadResult, resultReader } from './shared/read-answer.js';
import { readRequest, type RequestFormat } from './shared/read-request.js';
import { type Extras, writeRequest } from './shared/write-request.js';
import type { AgentDialect, Carries } from './types.js';

/** The common case. A family writes down what differs from it. */
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

/** How a family's results are written and read: `A` for an answered request, `E` for any other. */
export interface ResultFormat<A, E> {
  readonly formatAnswered: (result: Answered, request: AskUserRequest) => A;
  readonly formatUnanswered: (result: Ended, request: AskUserRequest) => E;
  /** What the model reads of an answered request; if it is empty, that nobody answered. @default the output as JSON */
  readonly answeredText?: (output: A, request: AskUserRequest, result: Answered) => string;
  /** What the model reads of any other. @default `endingText` with `happened` */
  readonly unansweredText?: (output: E, request: AskUserRequest, result: Ended) => string;
  /** What happened, in the family's words, where it has some. */
  readonly happened?: Readonly<Partial<Record<Ended['status'], string>>>;
  readonly readResult: ReadResult;
  /** The outputs that there are, as the issue for anything else names them. */
  readonly expected: string;
}

/** One agent family as data, and the few functions that are its alone. */
export interface DialectSpec<A, E> extends RequestFormat, ResultFormat<A, E> {
  readonly name: string;
  readonly agent: string;
  /** Absent ones are those of `COMMON`. */
  readonly carries: Pick<Carries, 'keyedBy' | 'several'> & Partial<Carries>;
  /** Whether this family alone writes such an object. */
  readonly signature: (source: Fields) => boolean;
  /** The envelope that the signature is looked for in. @default none: in the input itself */
  readonly signatureIn?: Open;
  /** The failed parse of an input that is not read at all; `undefined` for any other. */
  readonly refuses?: (input: unknown) => ParseResult<never> | undefined;
  /** What `formatRequest` writes besides `shape`. */
  readonly write?: Extras;
  /** In place of `shape` and `write`. */
  readonly formatRequest?: AgentDialect['formatRequest'];
}

/** Makes the dialect of a family whose requests have a `Shape`. */
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
