// An MCP server on SDK 2 without this package. It stores nothing: its state is in the repeated call, sealed with a key
// that all its processes have. It serves HTTP on a free port and reports it on stderr.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, createRequestStateCodec, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const state = createRequestStateCodec({ key: Buffer.alloc(32, 7) });

const database = {
  message: 'Before I deploy',
  requestedSchema: {
    type: 'object',
    required: ['database'],
    properties: { database: { type: 'string', title: 'Which database?', enum: ['Postgres', 'SQLite'] } },
  },
};
const name = (chosen) => ({
  message: `A name for the ${chosen}`,
  requestedSchema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', title: 'Which name?' } },
  },
});

function deployer() {
  const server = new McpServer({ name: 'deployer', version: '2.0.0' }, { requestState: { verify: state.verify } });
  server.registerTool('deploy', { inputSchema: z.object({ shop: z.string() }) }, async ({ shop }, { mcpReq }) => {
    const { first, second } = mcpReq.inputResponses ?? {};
    const known = mcpReq.requestState();
    const text = (said) => ({ content: [{ type: 'text', text: `${shop}: ${said}, asked by ${known.by}` }] });
    if (second) return text(second.content ? `${known.database} called ${second.content.name}` : second.action);
    if (first && !first.content) return text(first.action);
    return first
      ? inputRequired({
          inputRequests: { second: inputRequired.elicit(name(first.content.database)) },
          requestState: await state.mint({ by: known.by, database: first.content.database }),
        })
      : inputRequired({
          inputRequests: { first: inputRequired.elicit(database) },
          requestState: await state.mint({ by: process.argv[2] }),
        });
  });
  return server;
}

const http = createServer({ keepAliveTimeout: 0 }, toNodeHandler(createMcpHandler(deployer)));
http.listen(0, '127.0.0.1', () => process.stderr.write(`http://127.0.0.1:${http.address().port}/mcp\n`));
