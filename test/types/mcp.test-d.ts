// Compiled, never run: the types of the options for MCP.
import type { callToolWithElicitation } from 'react-ask-user/mcp/v2';

type CallToolOptions = Parameters<typeof callToolWithElicitation>[2];

declare const options: CallToolOptions;

export const reported: CallToolOptions = {
  ...options,
  // @ts-expect-error errors reject the call, so there is no callback for them
  onError: () => undefined,
};
