import { UNANSWERED_STATUSES } from '../core/answer/statuses.js';
import type { AnsweredResult, AskUserResult, UnansweredResult } from '../core/answer/types.js';
import type { ParseResult } from '../core/question/issues.js';
import { ASK_USER_LIMITS, type Limits } from '../core/question/limits.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { limited, unreadable } from './lib/issues.js';
import { describeUnanswered, getReason, NO_ANSWER } from './lib/unanswered.js';
import { type Fields, fieldsIn, tryRead } from './lib/values.js';
import type { AgentDialect, Dialect, DialectCapabilities, ToolDefinition, ToolDialect } from './types.js';

/** Output for an unanswered request of a dialect that does not define `formatUnanswered`. */
export type UnansweredMessage = {
  /** Status of the result. */
  readonly status: UnansweredResult['status'];
  /** Text for the agent: what happened, and that no option was chosen. */
  readonly message: string;
  /** Reason of the result, or the issues of an `invalid` result as text. */
  readonly reason?: string;
};

/** What `defineDialect` needs to know of an agent's format. */
export interface DialectDefinition<A, E> {
  /** Name of the dialect, such as `claudeCode`. */
  readonly name: string;
  /**
   * Limits of the agent's tool.
   *
   * @default LIMITS.askUser
   */
  readonly limits?: Limits;
  /**
   * What the output can represent. The user is offered no more.
   *
   * @default { notes: false }
   */
  readonly capabilities?: Dialect<A, E>['capabilities'];
  /**
   * Converts a call to a request, with `parseRequest`.
   *
   * @param input - The arguments of the call, or the value of their JSON text.
   * @param options - Options for `parseRequest`, with the limits.
   * @throws Anything if it cannot read the input. The dialect's `parse` then returns the issue `unreadable`.
   */
  parse(input: unknown, options: ParseOptions): ParseResult<AskUserRequest>;
  /** Returns the output for an answered request. */
  format(result: AnsweredResult, request: AskUserRequest): A;
  /** Returns the output for an unanswered request. Defaults to an `UnansweredMessage`. */
  formatUnanswered?(result: UnansweredResult, request: AskUserRequest): E;
  /** Returns the model text of an answered request. Defaults to the output as JSON. `NO_ANSWER` replaces `''`. */
  answeredText?(output: A, request: AskUserRequest, result: AnsweredResult): string;
  /** Returns the model text of an unanswered request. Defaults to a sentence for the status, and the reason. */
  unansweredText?(output: E, request: AskUserRequest, result: UnansweredResult): string;
  /** The agent's own sentences for statuses, without their period, in the message and the text of an unanswered request. */
  readonly sentences?: Readonly<Partial<Record<UnansweredResult['status'], string>>>;
}

/** What `defineAgentDialect` needs. */
interface AgentDialectDefinition<A, E> extends Omit<DialectDefinition<A, E>, 'capabilities'> {
  /** Display name of the agent, the protocol, or the tool. */
  readonly agent: string;
  /** The tool as it is offered to the model. */
  readonly tool?: ToolDefinition;
  readonly capabilities: Pick<DialectCapabilities, 'keyedBy' | 'multiSelect'> & Partial<DialectCapabilities>;
  /**
   * Returns whether an input identifies the agent. May throw.
   *
   * @param fields - The fields of the input. None if it is not an object.
   * @default () => false
   */
  matches?(fields: Fields, input: unknown): boolean;
  /** Formats a request as the agent's input. May throw. */
  formatRequest: AgentDialect['formatRequest'];
  formatUnanswered(result: UnansweredResult, request: AskUserRequest): E;
  /** Parses an output of `formatResult`. May throw. */
  parseResult(output: unknown, request: AskUserRequest): ParseResult<AskUserResult>;
}

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

/** Some models encode their arguments twice. */
const unwrap = (input: unknown): unknown => fromJson(fromJson(input));

function toMessage(
  result: UnansweredResult,
  request: AskUserRequest,
  sentences: DialectDefinition<unknown, unknown>['sentences'],
) {
  const reason = getReason(result);
  return {
    status: result.status,
    message: describeUnanswered(result, request, sentences),
    ...(reason !== undefined && { reason }),
  };
}

/**
 * Creates a dialect from what is particular to an agent's format. Its `parse` never throws, and every status has an output
 * and a model text. The functions that format must not throw.
 *
 * @example
 * const crew = defineDialect({
 *   name: 'crew',
 *   parse(input, options) {
 *     const { title, choices } = input as Record<string, unknown>;
 *     return parseRequest({ question: title, options: choices }, options);
 *   },
 *   format: ({ answers }) => ({ choice: answers[0]?.text }),
 * });
 */
export function defineDialect<A, E>(
  definition: DialectDefinition<A, E> & Required<Pick<DialectDefinition<A, E>, 'formatUnanswered'>>,
): Dialect<A, E>;
export function defineDialect<A>(definition: DialectDefinition<A, UnansweredMessage>): Dialect<A, UnansweredMessage>;
export function defineDialect<A>(definition: DialectDefinition<A, UnansweredMessage>): Dialect<A, UnansweredMessage> {
  const { name, limits = ASK_USER_LIMITS, sentences } = definition;
  const capabilities = { ...definition.capabilities, notes: definition.capabilities?.notes ?? false };
  const {
    formatUnanswered: toUnanswered = (result, request) => toMessage(result, request, sentences),
    answeredText = (output, _request, { answers }) =>
      JSON.stringify(output) ?? answers.map(({ text }) => text).join('\n'),
    unansweredText = (_output, request, result) => describeUnanswered(result, request, sentences),
  } = definition;

  function formatResult(result: AnsweredResult, request: AskUserRequest): A;
  function formatResult(result: UnansweredResult, request: AskUserRequest): UnansweredMessage;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | UnansweredMessage;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | UnansweredMessage {
    return result.status === 'answered' ? definition.format(result, request) : toUnanswered(result, request);
  }

  return {
    name,
    limits,
    capabilities,
    parse(input, options) {
      const withLimits = { ...options, limits: options?.limits ?? limits };
      return tryRead(() => {
        const read = definition.parse(unwrap(input), withLimits);
        return read.ok ? { ...read, value: { ...read.value, raw: input } } : read;
      }, unreadable());
    },
    formatResult,
    toModelText: (result, request) =>
      result.status === 'answered'
        ? answeredText(formatResult(result, request), request, result) || NO_ANSWER
        : unansweredText(formatResult(result, request), request, result),
  };
}

/**
 * Creates a dialect of this package, which converts in both directions, with the capabilities of `COMMON` unless it
 * names others.
 */
export function defineAgentDialect<A, E>(
  definition: AgentDialectDefinition<A, E> & { readonly tool: ToolDefinition },
): ToolDialect<A, E>;
export function defineAgentDialect<A, E>(definition: AgentDialectDefinition<A, E>): AgentDialect<A, E>;
export function defineAgentDialect<A, E>(definition: AgentDialectDefinition<A, E>): AgentDialect<A, E> {
  const { agent, tool, matches, formatRequest, parseResult } = definition;
  const capabilities = { ...COMMON, ...definition.capabilities };
  const dialect: AgentDialect<A, E> = {
    ...defineDialect({ ...definition, capabilities }),
    agent,
    capabilities,
    matches: (input) =>
      tryRead(() => {
        const source = unwrap(input);
        return matches?.(fieldsIn(source), source) ?? false;
      }, false),
    formatRequest: (request) => tryRead(() => formatRequest(request), unreadable()),
    parseResult: (output, request) => limited(tryRead(() => parseResult(output, request), unreadable())),
  };
  // The tool contains the dialect without the tool, so that neither contains itself.
  return tool ? { ...dialect, tool: { ...tool, dialect } } : dialect;
}
