import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/run.js';
import { askUser, inside } from './helpers.js';

const COMMANDS = ['ask', 'answer', 'questions', 'validate', 'convert', 'schema', 'check'];

describe('the help [R-CLI]', () => {
  it.each([[['--help']], [['-h']], [['help']], [['help', 'help']]])(
    'lists every command and exit code for %j',
    async (args) => {
      const ran = await inside(args);
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      for (const name of COMMANDS) expect(ran.stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
      for (const code of ['0', '1', '2', '3', '130']) expect(ran.stdout).toMatch(new RegExp(`^  ${code} +\\w`, 'm'));
      expect(ran.stdout).toMatch(/^ask-user: .*\n\nUsage: ask-user COMMAND/);
    },
  );

  it.each(COMMANDS)('explains %s', async (name) => {
    const ran = await inside(['help', name]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(new RegExp(`^Usage: ask-user ${name} `));
    expect(Math.max(...ran.stdout.split('\n').map(({ length }) => length))).toBeLessThan(92);
    expect(await inside([name, 'file', '--help'])).toEqual(ran);
  });

  it('prints the version', async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    expect(await askUser(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a usage error [R-CLI]', () => {
  it.each([
    [[], 'Say what to do, as in: ask-user ask questions.json. See: ask-user --help'],
    [['aks'], 'There is no command "aks". Did you mean "ask"? See: ask-user --help'],
    [['help', 'validat'], 'There is no command "validat". Did you mean "validate"? See: ask-user --help'],
    [['frobnicate'], 'There is no command "frobnicate". See: ask-user --help'],
    [['ask', '--prnt'], 'There is no option --prnt. Did you mean "--print"? See: ask-user ask --help'],
    [['ask', '-x'], 'There is no option -x. See: ask-user ask --help'],
    [['ask', 'a.json', 'b.json'], '"b.json" is too much: ask takes FILE. See: ask-user ask --help'],
    [['schema', 'askUser'], '"askUser" is too much: schema takes options alone. See: ask-user schema --help'],
    [['ask', '--print', '--web'], '--web does not go with --print. See: ask-user ask --help'],
    [['ask', '--print', '--allow-skip'], '--allow-skip does not go with --print. See: ask-user ask --help'],
    [['ask', '--print', '--allow-partial'], '--allow-partial does not go with --print. See: ask-user ask --help'],
    [['ask', '--print', '--allow-discuss'], '--allow-discuss does not go with --print. See: ask-user ask --help'],
    [['ask', '--print', '--asker', 'Bot'], '--asker does not go with --print. See: ask-user ask --help'],
    [['ask', '--asker', ' '], '--asker takes a name, not " ". See: ask-user ask --help'],
    [['ask', '--web', '--force'], '--force does not go with --web. See: ask-user ask --help'],
    [['ask', '--no-open'], '--no-open goes with --web. See: ask-user ask --help'],
    [['ask', '--soft-limit', 'x'], '--soft-limit takes a number of characters, not "x". See: ask-user ask --help'],
    [['ask', '--soft-limit', '0'], '--soft-limit takes a number of characters, not "0". See: ask-user ask --help'],
    [['ask', '--soft-limit', '-1'], '--soft-limit takes a number of characters, not "-1". See: ask-user ask --help'],
    [['ask', '--print', '--file='], '--file takes the name of a file, not "". See: ask-user ask --help'],
    [['ask', '--print', '--file', '-'], '--file takes the name of a file, not "-". See: ask-user ask --help'],
    [['ask', '--file'], '--file takes a value; one that begins with "-" as in --file=-VALUE. See: ask-user ask --help'],
    [
      ['validate', '--dialect', '--strict'],
      '--dialect takes a value; one that begins with "-" as in --dialect=-VALUE. See: ask-user validate --help',
    ],
  ])('is thrown for %j', async (args, line) => {
    const write = vi.spyOn(process.stdout, 'write');
    onTestFinished(() => write.mockRestore());
    const { signal } = new AbortController();
    await expect(run(args, undefined, { signal })).rejects.toMatchObject({
      name: 'CliError',
      message: line,
      exitCode: 2,
    });
    expect(write).not.toHaveBeenCalled();
  });

  it('is one line on standard error, and the exit code 2 [R-CLI]', async () => {
    const line = 'There is no command "aks". Did you mean "ask"? See: ask-user --help';
    expect(await askUser(['aks'])).toEqual({ code: 2, signal: null, stdout: '', stderr: `ask-user: ${line}\n` });
  });

  it('is one line for an option that takes no value', async () => {
    const ran = await inside(['ask', '--print=yes']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^ask-user: Option [^\n]+ See: ask-user \w+ --help\n$/);
  });
});
