/** Maximum delay of a timer, in milliseconds. */
export const LONGEST_MS = 2 ** 31 - 1;

/**
 * Returns request options that replace the SDK's timeout of 60 s. Spread them into every `callTool` of the client and every
 * `elicitInput` of the server: otherwise a request of protocol 2025-11-25 ends after 60 s, and the user's answer is
 * lost. The timeout is the maximum delay of a timer (2^31-1 ms, about 25 days); a longer one, or `Infinity`, would end
 * the request at once. The options also request progress, with which a server can keep the call's stream alive.
 *
 * @example
 * await client.callTool({ name: 'deploy' }, undefined, { ...elicitationRequestOptions(), signal }); // SDK 1
 * await client.callTool({ name: 'deploy' }, { ...elicitationRequestOptions(), signal }); // SDK 2
 */
export const elicitationRequestOptions = (): {
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly onprogress: () => void;
} => ({ timeout: LONGEST_MS, onprogress: () => undefined });
