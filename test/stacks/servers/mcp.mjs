// An MCP server on SDK 1 without this package, which asks before it deploys: on stdio, or over HTTP on a free port
// that it reports on stderr.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const requestedSchema = {
  type: 'object',
  required: ['database', 'features'],
  properties: {
    database: { type: 'string', title: 'Which database?', enum: ['Postgres', 'SQLite'] },
    features: { type: 'array', title: 'Which features?', items: { type: 'string', enum: ['Auth', 'Search', 'Mail'] } },
    domain: { type: 'string', title: 'Which domain?' },
  },
};

function deployer() {
  const server = new McpServer({ name: 'deployer', version: '1.0.0' });
  server.registerTool('deploy', { description: 'Deploys' }, async ({ signal, requestId }) => {
    const asked = { mode: 'form', message: 'Before I deploy', requestedSchema };
    const { action, content } = await server.server.elicitInput(asked, {
      signal,
      timeout: 600_000,
      relatedRequestId: requestId,
    });
    const text = content ? `${content.database}, ${content.features.join(' and ')}, ${content.domain}` : action;
    return { content: [{ type: 'text', text }] };
  });
  return server;
}

if (process.argv[2] === 'http') {
  const transports = new Map();
  const http = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id && !transports.has(id)) return response.writeHead(404).end();
    let transport = transports.get(id);
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => transports.set(session, transport),
      });
      await deployer().connect(transport);
    }
    return transport.handleRequest(request, response);
  });
  http.listen(0, '127.0.0.1', () => process.stderr.write(`http://127.0.0.1:${http.address().port}/mcp\n`));
} else await deployer().connect(new StdioServerTransport());
