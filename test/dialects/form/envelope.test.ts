import { describe, expect, it } from 'vitest';
import { detectDialect, mcpElicitation } from '../../../src/dialects/index.js';
import { issuesOf, run } from '../helpers.js';

describe('the message around a form', () => {
  const params = {
    threadId: 't',
    turnId: 'u',
    serverName: 'deploys',
    _meta: null,
    mode: 'form',
    message: 'm',
    requestedSchema: { type: 'object', properties: { k: { type: 'string' } } },
  };

  it.each(['elicitation/create', 'session/elicitation', 'session/create_elicitation', 'mcpServer/elicitation/request'])(
    'is unwrapped and detected: %s',
    (method) => {
      const input = { id: 7, method, params };
      expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'mcpElicitation' } });
      const { wire } = run(mcpElicitation, input, { selected: [], custom: 'x' });
      expect(wire).toEqual({ action: 'accept', content: { k: 'x' } });
    },
  );

  it.each<[string, unknown]>([
    ['an empty form', { type: 'object', properties: {} }],
    ['no form', null],
  ])('is refused if it is an approval of Codex with %s', (_name, requestedSchema) => {
    const _meta = { codex_approval_kind: 'mcp_tool_call', persist: ['session', 'always'] };
    const input = { id: 7, method: 'mcpServer/elicitation/request', params: { ...params, _meta, requestedSchema } };
    const parsed = mcpElicitation.parse(input);
    expect(issuesOf(parsed)).toEqual(['params._meta.codex_approval_kind: unsupported']);
    expect(parsed).toMatchObject({ issues: [{ message: expect.stringMatching(/approval.*_meta\.persist/) }] });
    expect(issuesOf(mcpElicitation.parse({ ...input, params: { ...params, _meta } }))).toEqual([]);
  });
});
