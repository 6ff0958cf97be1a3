import type { Answered, AskUserResult, Ended } from '../../core/answer/types.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AgentDialect, Carries } from '../types.js';
import { ENDED, endingText, NO_ANSWER } from './endings.js';
import { type Open, opened } from './envelope.js';
import { hasMark } from './marks.js';
import { notAResult, resultReader } from './read-answer.js';
import type { Fields } from './shape.js';

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

/** A family's capabilities. Absent ones are those of `COMMON`. */
export type CarriesSpec = Pick<Carries, 'keyedBy' | 'several'> & Partial<Carries>;

/** How one family writes and reads results: `A` for an answered request, `E` for any other. */
export interface ResultSpec<A, E> extends Pick<AgentDialect<A, E>, 'name' | 'agent' | 'limits'> {
  readonly carries: CarriesSpec;
  readonly formatAnswered: (result: Answered, request: AskUserRequest) => A;
  readonly formatUnanswered: (result: Ended, request: AskUserRequest) => E;
  /** What the model reads of an answered request; if it is empty, that nobody answered. @default the output as JSON */
  readonly answeredText?: (output: A, request: AskUserRequest, result: Answered) => string;
  /** What the model reads of any other. @default `endingText` with `happened` */
  readonly unansweredText?: (output: E, request: AskUserRequest, result: Ended) => string;
  /** What happened, in the family's words, where it has some. */
  readonly happened?: Readonly<Partial<Record<Ended['status'], string>>>;
  /** Whether this family alone writes such an object. @default never */
  readonly signature?: (source: Fields) => boolean;
  /** The envelope that the signature is looked for in. @default none: in the input itself */
  readonly signatureIn?: Open;
  /** Reads an output back; `undefined` if it is none. May throw where reading the output does. */
  readonly readResult: (output: unknown, request: AskUserRequest) => ParseResult<AskUserResult> | undefined;
  /** The outputs that there are, as the issue for anything else names them. */
  readonly expected: string;
}

type RequestMethods = Pick<AgentDialect, 'parse' | 'formatRequest'>;

/** Makes a dialect of a family's results and of its own functions for requests. */
export function buildDialect<A, E>(spec: ResultSpec<A, E> & RequestMethods): AgentDialect<A, E> {
  const { name, agent, limits, parse, formatRequest, formatAnswered, formatUnanswered, signature, signatureIn } = spec;

  function formatResult(result: Answered, request: AskUserRequest): A;
  function formatResult(result: Ended, request: AskUserRequest): E;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | E;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | E {
    return result.status === 'answered' ? formatAnswered(result, request) : formatUnanswered(result, request);
  }

  function toModelText(result: AskUserResult, request: AskUserRequest): string {
    const { answeredText, unansweredText, happened } = spec;
    if (result.status === 'answered') {
      const output = formatAnswered(result, request);
      return answeredText ? answeredText(output, request, result) || NO_ANSWER : JSON.stringify(output);
    }
    return unansweredText
      ? unansweredText(formatUnanswered(result, request), request, result)
      : endingText(result, happened?.[result.status]);
  }

  return {
    name,
    agent,
    carries: { ...COMMON, ...spec.carries },
    limits,
    parse,
    formatResult,
    toModelText,
    recognises: (input) =>
      signature !== undefined && hasMark(signatureIn ? opened(input, signatureIn).input : input, signature),
    formatRequest,
    parseResult: resultReader((output, request) => spec.readResult(output, request) ?? notAResult(spec.expected)),
  };
}
