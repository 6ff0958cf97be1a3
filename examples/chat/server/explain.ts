import { APICallError, InvalidToolInputError } from 'ai';

/** What the page is told. A tool error's text also reaches the model; details of other failures stay on the server. */
export function explain(error: unknown): string {
  if (InvalidToolInputError.isInstance(error)) return error.message;
  if (APICallError.isInstance(error))
    return `The model provider answered with status ${error.statusCode ?? 'unknown'}.`;
  return 'The assistant could not go on.';
}
