import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import type { ParseResult } from '../core/question/issues.js';
import type { JsonSchema } from '../core/question/json-schema.js';
import type { Limits } from '../core/question/limits.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import type { AskUserRequest } from '../core/question/types.js';

/**
 * How one agent family writes requests and reads results.
 *
 * `A` is what its agent gets for an answered request, `E` for every other ending.
 */
export interface Dialect<A, E = A> {
  readonly name: string;
  /** The family's own limits. `parse` reports what is beyond them as warnings, or as issues with `{ strict: true }`. */
  readonly limits: Limits;
  /** Never throws. */
  parse(input: unknown, options?: ParseOptions): ParseResult<AskUserRequest>;
  formatResult(result: Answered, request: AskUserRequest): A;
  formatResult(result: Ended, request: AskUserRequest): E;
  /** Every status has a defined form; errors are returned, never thrown. */
  formatResult(result: AskUserResult, request: AskUserRequest): A | E;
  /** What the model reads. Only an answered request's text may look like an answer. */
  toModelText(result: AskUserResult, request: AskUserRequest): string;
}

/** What the model is offered. Its own export beside the dialect, so that a dialog does not carry the text. */
export interface ToolSpec<A, E = A> {
  readonly dialect: Dialect<A, E>;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly label?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}
