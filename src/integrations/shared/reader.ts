import type { AgentDialect, Dialect, ToolSpec } from '../../dialects/types.js';

/**
 * A tool's dialect where its results are read back, too. The dialect of every tool of `react-ask-user/dialects` does that.
 *
 * @throws TypeError where it only writes them: every answer would be taken for none
 */
export function readerOf<A, E>({ name, dialect }: Pick<ToolSpec<A, E>, 'name' | 'dialect'>): AgentDialect<A, E> {
  if (isReader(dialect)) return dialect;
  throw new TypeError(`The dialect of ${name} has no parseResult, so that no answer to it could be read.`);
}

const isReader = <A, E>(dialect: Dialect<A, E>): dialect is AgentDialect<A, E> =>
  typeof (dialect as Partial<AgentDialect<A, E>>).parseResult === 'function';
