import type { ToolSpec } from '../../dialects/index.js';

/**
 * Refuses a tool whose agent does not wait (`blocking: false`), for an integration whose calls wait for the answers.
 *
 * @param instead - What the host can do instead.
 * @throws {TypeError} If the agent does not wait.
 */
export function checkWaits({ name, blocking }: ToolSpec<unknown>, instead = OTHER_TOOL): void {
  if (blocking === false)
    throw new TypeError(`The agent does not wait for \`${name}\`, but its call would wait for the answers. ${instead}`);
}

const OTHER_TOOL =
  'Create the tool with `createAskUserTool` of `react-ask-user/server` and a broker, or remove `blocking: false`.';

export const PASS_BROKER = 'Pass a `broker`, which keeps the questions open.';
