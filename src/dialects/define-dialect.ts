import type { ParseResult } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { buildDialect, type ResultSpec } from './shared/build-dialect.js';
import { readRequest, type RequestFormat } from './shared/read-request.js';
import { type Extras, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

/** One agent family as data, and the few functions that are its alone. */
export interface DialectSpec<A, E> extends RequestFormat, ResultSpec<A, E> {
  /** The failed parse of an input that is not read at all; `undefined` for any other. */
  readonly refuses?: (input: unknown) => ParseResult<never> | undefined;
  /** What `formatRequest` writes besides `shape`. */
  readonly write?: Extras;
  /** In place of `shape` and `write`. */
  readonly formatRequest?: AgentDialect['formatRequest'];
}

/** Makes the dialect of a family whose requests have a `Shape`. */
export function defineDialect<A, E = A>(spec: DialectSpec<A, E>): AgentDialect<A, E> {
  const written = (request: AskUserRequest) => writeRequest(request, spec.shape, spec.write);
  return buildDialect({
    ...spec,
    parse: (input, options) => spec.refuses?.(input) ?? readRequest(input, spec, options),
    formatRequest: spec.formatRequest ?? written,
  });
}
