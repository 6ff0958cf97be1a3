import type { AnsweredResult, UnansweredResult } from '../core/answer/types.js';
import type { ParseResult } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { UNANSWERED_STATUSES } from '../core/answer/statuses.js';
import { formatUnanswered, NO_ANSWER } from './wire/unanswered.js';
import { type Unwrap, unwrapEnvelope } from './wire/envelope.js';
import type { Fields } from './wire/fields.js';
import { formatterOf } from './wire/format-result.js';
import { hasSignature } from './wire/signature.js';
import { type ReadResult, resultReader } from './wire/read-answer.js';
import { readRequest, type RequestFormat } from './wire/read-request.js';
import { type Extras, writeRequest } from './wire/write-request.js';
import { withTool } from './with-tool.js';
import type { AgentDialect, DialectCapabilities, ToolDefinition, ToolDialect } from './types.js';

const COMMON: DialectCapabilities = {
  keyedBy: 'text',
  optionsBy: 'label',
  multiSelect: 'list',
  customText: 'inline',
  notes: false,
  previews: false,
  skipped: true,
  discuss: false,
  statuses: UNANSWERED_STATUSES,
};

/** How a dialect formats and parses results. `A` is the output for an answered request, `E` for an unanswered one. */
export interface ResultFormat<A, E> {
  readonly formatAnswered: (result: AnsweredResult, request: AskUserRequest) => A;
  readonly formatUnansweredOutput: (result: UnansweredResult, request: AskUserRequest) => E;
  /** Returns the model text of an answered request. Defaults to the output as JSON. `NO_ANSWER` replaces `''`. */
  readonly answeredText?: (output: A, request: AskUserRequest, result: AnsweredResult) => string;
  /**
   * Returns the model text of an unanswered request. Defaults to `formatUnanswered` with the sentence from `happened`.
   */
  readonly unansweredText?: (output: E, request: AskUserRequest, result: UnansweredResult) => string;
  /** The agent's sentence for a status, without its period. The default `unansweredText` uses it. */
  readonly happened?: Readonly<Partial<Record<UnansweredResult['status'], string>>>;
  readonly readResult: ReadResult;
  /** Description of the valid outputs, for the issue if `readResult` returns `undefined`. */
  readonly expected: string;
}

export interface DialectSpec<A, E> extends RequestFormat, ResultFormat<A, E> {
  readonly name: string;
  readonly agent: string;
  readonly tool?: ToolDefinition;
  /** Omitted capabilities default to `COMMON`. */
  readonly capabilities: Pick<DialectCapabilities, 'keyedBy' | 'multiSelect'> & Partial<DialectCapabilities>;
  /** Returns whether the object identifies the agent. May throw. */
  readonly signature: (source: Fields) => boolean;
  /** Unwraps the input before `signature` is called. By default, the input is not unwrapped. */
  readonly signatureIn?: Unwrap;
  /** Returns the issues of an input that must not be parsed, or `undefined`. Must not throw. */
  readonly refuses?: (input: unknown) => ParseResult<never> | undefined;
  /** Options for the default `formatRequest`. */
  readonly write?: Extras;
  /** Replaces the default `formatRequest`, which uses `shape`, `limits`, and `write`. */
  readonly formatRequest?: AgentDialect['formatRequest'];
}

export function defineDialect<A, E = A>(spec: DialectSpec<A, E> & { readonly tool: ToolDefinition }): ToolDialect<A, E>;
export function defineDialect<A, E = A>(spec: DialectSpec<A, E>): AgentDialect<A, E>;
export function defineDialect<A, E = A>(spec: DialectSpec<A, E>): AgentDialect<A, E> {
  const { name, agent, limits, shape, signature, signatureIn, happened } = spec;
  const formatResult = formatterOf(spec.formatAnswered, spec.formatUnansweredOutput);
  const {
    answeredText = (output) => JSON.stringify(output),
    unansweredText = (_output, _request, result) => formatUnanswered(result, happened?.[result.status]),
    formatRequest = (request) => writeRequest(request, shape, { limits, ...spec.write }),
  } = spec;
  const dialect: AgentDialect<A, E> = {
    name,
    agent,
    capabilities: { ...COMMON, ...spec.capabilities },
    limits,
    parse: (input, options) => spec.refuses?.(input) ?? readRequest(input, spec, options),
    formatResult,
    toModelText: (result, request) =>
      result.status === 'answered'
        ? answeredText(formatResult(result, request), request, result) || NO_ANSWER
        : unansweredText(formatResult(result, request), request, result),
    matches: (input) => hasSignature(signatureIn ? unwrapEnvelope(input, signatureIn).input : input, signature),
    formatRequest,
    parseResult: resultReader(spec.expected, spec.readResult),
  };
  return spec.tool ? withTool(spec.tool, dialect) : dialect;
}
