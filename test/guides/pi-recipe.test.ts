import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, it, vi } from 'vitest';
import * as dialects from '../../src/dialects/index.js';
import * as host from '../../src/host/index.js';
import { parseRecord } from '../../src/core/index.js';

const SOON = { timeout: 20_000 };

interface PiTool {
  name: string;
  parameters: unknown;
  execute(
    toolCallId: string,
    params: unknown,
    signal: AbortSignal | undefined,
    onUpdate: undefined,
    context: { sessionManager: { getSessionId(): string } },
  ): Promise<{ content: readonly { text: string }[]; details: unknown }>;
}

/** Runs the printed recipe of the guide, and returns the tool that it registers. */
function registered(broker: host.AskUserBroker): PiTool {
  const page = readFileSync(join(import.meta.dirname, '../../docs/api/agents.md'), 'utf8');
  const recipe = /^```ts\n((?:(?!^```)[^])*?pi\.registerTool\([^]*?)^```/m.exec(page)?.[1];
  if (recipe === undefined) throw new Error('the guide has no recipe for pi');
  // Only its imports, its declarations and an imported type prevent the recipe from running as a script.
  const script = recipe
    .replaceAll(/^declare const (?:.*;|[^]*?^\};)$/gm, '')
    .replaceAll(/, type \w+(?=[^;]*';$)/gm, '')
    .replaceAll(/^import (\{[^}]*\}) from ('[^']*');$/gm, 'const $1 = require($2);');
  const modules: Readonly<Record<string, unknown>> = {
    'react-ask-user/server': host,
    'react-ask-user/dialects': dialects,
  };
  const tools: PiTool[] = [];
  const pi = { registerTool: (tool: PiTool) => tools.push(tool) };
  const Type = { Unsafe: (schema: object) => schema };
  const run = compileFunction(script, ['require', 'exports', 'pi', 'Type', 'broker']);
  run((name: string) => modules[name], {}, pi, Type, broker);
  const [tool] = tools;
  if (!tool) throw new Error('the recipe registers no tool');
  return tool;
}

it('the recipe for pi asks in pi’s session and stores the whole record [R-REPLAY]', async () => {
  const broker = host.createAskUserBroker();
  const tool = registered(broker);
  const params = {
    questions: [{ question: 'Which database?', options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }] }],
    metadata: { source: 'project-setup' },
  };
  const context = { sessionManager: { getSessionId: () => 'session-1' } };
  const done = tool.execute('call_1', params, undefined, undefined, context);
  const { request } = await vi.waitFor(async () => {
    const [pending] = await broker.pending('session-1');
    return pending ?? expect.unreachable('nothing is asked in the session');
  }, SOON);
  expect(request.requestId).toBe('session-1/call_1');
  await broker.answer(request.requestId, [{ questionId: request.questions[0]!.id, selected: [1] }]);
  const { content, details } = await done;
  expect(content[0]?.text).toContain('SQLite');
  const record = parseRecord(JSON.parse(JSON.stringify(details)));
  expect(record.ok && record.value).toMatchObject({
    questions: [{ question: 'Which database?' }],
    answers: [{ answer: 'SQLite' }],
    answeredAt: expect.any(Number),
    mode: 'interactive',
    metadata: { source: 'project-setup' },
  });
  await broker.close();
});
