import { excerpt, isEmpty } from '../../core/clean.js';
import type { DeliveryError } from '../../core/flow/types.js';

/** Returns the host's reason for a failed delivery as it is shown, or `''` if nothing of it would be visible. */
export function failureReason({ message }: DeliveryError): string {
  const text = excerpt(message, 500);
  return isEmpty(text) ? '' : text;
}
