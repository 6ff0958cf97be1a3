import type { AgentDialect, Dialect, ToolSpec } from '../../dialects/index.js';

/**
 * Returns the tool's dialect, which must be able to parse results.
 *
 * @throws {TypeError} If the dialect has no `parseResult`. Without it no answer could be read.
 */
export function getResultParser<A, E>({ name, dialect }: Pick<ToolSpec<A, E>, 'name' | 'dialect'>): AgentDialect<A, E> {
  if (isReader(dialect)) return dialect;
  throw new TypeError(
    `The dialect of ${name} has no \`parseResult\`, so no answer could be read. Use a tool of react-ask-user/dialects.`,
  );
}

const isReader = <A, E>(dialect: Dialect<A, E>): dialect is AgentDialect<A, E> =>
  typeof (dialect as Partial<AgentDialect<A, E>>).parseResult === 'function';
