import { isRecord } from '../../../../src/core/guards.js';
import type { Fields, Resource, Tool } from '../protocol.js';
import { DIALOG_URI } from './wire.js';

/** Name of the extension "MCP Apps", whose clients show a page of the server for a call. */
const EXTENSION = 'io.modelcontextprotocol/ui';

export const DIALOG: Resource = {
  uri: DIALOG_URI,
  name: 'dialog',
  title: 'Questions for the user',
  mimeType: 'text/html;profile=mcp-app',
};

/** Whether the client shows pages of the type of `DIALOG`. */
export function showsApps({ extensions }: Fields): boolean {
  const ui = isRecord(extensions) ? extensions[EXTENSION] : undefined;
  const types: unknown = isRecord(ui) ? ui['mimeTypes'] : undefined;
  return Array.isArray(types) && types.includes(DIALOG.mimeType);
}

/** Returns the tool with the page that shows its questions. */
export const withDialog = (tool: Tool): Tool => ({
  ...tool,
  _meta: { ...tool._meta, ui: { resourceUri: DIALOG.uri, visibility: ['model'] } },
});

/** Returns the tool that only the page calls. */
export const answerTool = (name: string, annotations: object): Tool => ({
  name,
  title: 'Answer of the user',
  description: 'The card that shows the questions sends the answers of the user with it. No agent can call it.',
  inputSchema: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] },
  annotations,
  _meta: { ui: { visibility: ['app'] } },
});
