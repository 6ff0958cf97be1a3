import { APICallError } from 'ai';
import { describeInvalidCall } from 'react-ask-user/ai-sdk';

/**
 * Returns the error text for the page. A tool error's text also reaches the model. Details of other errors stay on the
 * server.
 */
export function explain(error: unknown): string {
  const invalid = describeInvalidCall(error);
  if (invalid !== undefined) return invalid;
  if (APICallError.isInstance(error))
    return `The model provider answered with status ${error.statusCode ?? 'unknown'}.`;
  return 'The assistant could not go on.';
}
