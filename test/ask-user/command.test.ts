import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ended, folder, start } from '../cli/helpers.js';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Installs both packages, with the programs of one of them in `.bin`, for `npx`, and in `bin`, for the user's path. */
function install(program: string) {
  const root = folder({ 'package.json': { type: 'module' } });
  const modules = join(root, 'node_modules');
  for (const name of ['node_modules/ask-user', 'node_modules/.bin', 'bin'])
    mkdirSync(join(root, name), { recursive: true });
  symlinkSync(repository, join(modules, 'react-ask-user'));
  cpSync(join(repository, 'packages/ask-user/main.js'), join(modules, 'ask-user', 'main.js'));
  for (const bin of [join(modules, '.bin'), join(root, 'bin')])
    symlinkSync(join(modules, program), join(bin, 'ask-user'));
  return (path: string, args: readonly string[]) => ended(start(process.execPath, [join(root, path), ...args]));
}

const [ALIAS, PACKAGE] = ['ask-user/main.js', 'react-ask-user/dist/cli/main.js'];

it.each([
  ['bin/ask-user', ALIAS, 'ask-user'],
  ['node_modules/.bin/ask-user', ALIAS, 'npx ask-user'],
  ['node_modules/ask-user/main.js', ALIAS, 'ask-user'],
  ['bin/ask-user', PACKAGE, 'ask-user'],
  ['node_modules/.bin/ask-user', PACKAGE, 'npx react-ask-user'],
  ['node_modules/react-ask-user/dist/cli/main.js', PACKAGE, 'npx react-ask-user'],
])('%s, which is %s, calls itself "%s" [R-CLI]', async (path, program, name) => {
  const run = install(program);
  // Without a command, standard output stays empty: it is only for JSON and for help that was asked for.
  expect(await run(path, [])).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: `ask-user: Missing command. Example: ${name} ask questions.json. See: ${name} --help\n`,
  });
});

it('lists the commands of both packages [R-CLI]', async () => {
  const { code, stdout } = await install(ALIAS)('bin/ask-user', ['--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: ask-user COMMAND\n/);
  expect(stdout).toContain('\nUsage: ask-user COMMAND [FILE] [options]\n');
});
