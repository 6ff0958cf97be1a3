/**
 * Creates the error for a stack that is too old and would otherwise fail silently.
 *
 * @param missing - One or two sentences: what is missing, and what would happen.
 * @param needed - Package and the first version that works, e.g. `@langchain/langgraph 0.4.6`.
 */
export const createVersionError = (missing: string, needed: string): Error =>
  new Error(`${missing} Install ${needed} or newer.`);
