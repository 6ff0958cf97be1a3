/**
 * The error for a stack that is older than an integration needs: without it the older one would fail without a word.
 *
 * @param missing - what is missing, and what would happen, as one sentence
 * @param needed - the package and its first version that has it, as `@langchain/langgraph 0.4.6`
 */
export const tooOld = (missing: string, needed: string): Error => new Error(`${missing} Install ${needed} or newer.`);
