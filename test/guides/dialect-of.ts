import { detectDialect } from 'react-ask-user/dialects';

/** Returns the name of the dialect of a logged call, or a sentence with the names of the candidates. */
export function dialectOf(call: unknown): string {
  const found = detectDialect(call);
  return found.ok ? found.dialect.name : found.message;
}
