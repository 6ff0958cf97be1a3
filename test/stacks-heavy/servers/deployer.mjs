// An MCP server without this package, which asks before it deploys and repeats the answer.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const requestedSchema = {
  type: 'object',
  required: ['database', 'features'],
  properties: {
    database: { type: 'string', title: 'Which database?', enum: ['Postgres', 'SQLite'] },
    features: { type: 'array', title: 'Which features?', items: { type: 'string', enum: ['Auth', 'Search', 'Mail'] } },
    domain: { type: 'string', title: 'Which domain?' },
  },
};

const server = new McpServer({ name: 'deployer', version: '1.0.0' });
server.registerTool('deploy', { description: 'Deploys' }, async () => {
  const asked = { mode: 'form', message: 'Before I deploy', requestedSchema };
  const told = await server.server.elicitInput(asked, { timeout: 600_000 }).catch(({ message }) => ({ message }));
  return { content: [{ type: 'text', text: JSON.stringify(told) }] };
});
await server.connect(new StdioServerTransport());
