import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Runs the file of the MCP guide without a terminal. `npx` stands for the command and its user. */
function tryGuide(npx: string) {
  const guide = readFileSync('docs/integrations/mcp.md', 'utf8');
  const [, sample = ''] = /```ts\n(\/\/ try\.mjs\n[\s\S]*?)```/.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-try-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve('test/stacks/node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'try.mjs'), sample);
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\necho "$@" > args\ncat > input\n${npx}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const output = execFileSync(process.execPath, ['try.mjs'], { cwd: folder, env, encoding: 'utf8' });
  return { output, read: (file: string) => readFileSync(join(folder, file), 'utf8') };
}

it.each([
  ['{"action":"accept","content":{"region":"us-east-1"}}', 0],
  ['{"action":"cancel"}', 3],
])('the file of the MCP guide shows a form by the command, and returns %s to the server', (answer, code) => {
  const { output, read } = tryGuide(`echo '${answer}'; exit ${code}`);
  expect(output).toContain(answer);
  expect(read('args')).toBe('react-ask-user ask --dialect mcpElicitation --web\n');
  expect(JSON.parse(read('input'))).toMatchObject({ requestedSchema: { required: ['region'] } });
});

it('the file of the MCP guide says that nobody was asked', () => {
  const { output } = tryGuide(`echo '{"answered":false}'; exit 4`);
  expect(output).toContain('The command exited with 4, so nobody was asked.');
});
