import type { AskUserRequest, ParseResult } from '../../core/index.js';
import type { AgentDialect, Dialect, ToolSpec } from '../../dialects/index.js';

/** Returns the parsed request. Input that cannot be asked becomes a request without questions. */
export const requestOf = (parsed: ParseResult<AskUserRequest>, requestId: string, raw: unknown): AskUserRequest =>
  parsed.ok ? parsed.value : { requestId, questions: [], raw };

export function getResultParser<A, E>({ name, dialect }: Pick<ToolSpec<A, E>, 'name' | 'dialect'>): AgentDialect<A, E> {
  if (isReader(dialect)) return dialect;
  throw new TypeError(
    `The dialect of ${name} has no \`parseResult\`, so no answer could be read. Use a tool of react-ask-user/dialects.`,
  );
}

const isReader = <A, E>(dialect: Dialect<A, E>): dialect is AgentDialect<A, E> =>
  typeof (dialect as Partial<AgentDialect<A, E>>).parseResult === 'function';
