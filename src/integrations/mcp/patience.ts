/**
 * The options of a request that a person may take their time over: spread them in every outer `callTool` of the client's and every
 * `elicitInput` of the server's. Without them both end after 60 seconds, and the person's answer goes nowhere. It is the longest time that a
 * timer can take (25 days): more, or `Infinity`, would end the request at once. Progress is asked for, too, by which a server may keep the
 * call's stream alive.
 *
 * @example
 * await client.callTool({ name: 'deploy' }, undefined, { ...PATIENT, signal }); // SDK 1
 * await client.callTool({ name: 'deploy' }, { ...PATIENT, signal }); // SDK 2
 */
export const PATIENT = {
  /** Milliseconds. */
  timeout: 2 ** 31 - 1,
  onprogress: (): void => undefined,
} as const;
