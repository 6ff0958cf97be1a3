import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('the file of the MCP guide shows a form by the command, and returns the answer to the server', () => {
  const guide = readFileSync('docs/integrations/mcp.md', 'utf8');
  const [, sample = ''] = /```ts\n(\/\/ try\.mjs\n[\s\S]*?)```/.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-try-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve('test/stacks/node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'try.mjs'), sample);
  // Stands for the command and the user in its terminal.
  const answer = '{"action":"accept","content":{"region":"us-east-1"}}';
  const npx = `#!/bin/sh\necho "$@" > args\ncat > input\necho '${answer}'\n`;
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const output = execFileSync(process.execPath, ['try.mjs'], { cwd: folder, env, encoding: 'utf8' });
  expect(output).toContain(answer);
  expect(readFileSync(join(folder, 'args'), 'utf8')).toBe('react-ask-user ask --dialect mcpElicitation\n');
  expect(JSON.parse(readFileSync(join(folder, 'input'), 'utf8'))).toMatchObject({
    requestedSchema: { required: ['region'] },
  });
});
