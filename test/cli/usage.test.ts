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
      for (const code of ['0', '1', '2', '3', '4', '129', '130', '143'])
        expect(ran.stdout).toMatch(new RegExp(`^  ${code} +\\w`, 'm'));
      expect(ran.stdout).toMatch(/^ask-user: .*\n\nUsage: npx react-ask-user COMMAND/);
    },
  );

  it.each(COMMANDS)('explains %s', async (name) => {
    const ran = await inside(['help', name]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(new RegExp(`^Usage: npx react-ask-user ${name} `));
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
    [[], 'Missing command. Example: npx react-ask-user ask questions.json. See: npx react-ask-user --help'],
    [['aks'], 'Unknown command "aks". Did you mean "ask"? See: npx react-ask-user --help'],
    [['help', 'validat'], 'Unknown command "validat". Did you mean "validate"? See: npx react-ask-user --help'],
    [['frobnicate'], 'Unknown command "frobnicate". See: npx react-ask-user --help'],
    [['ask', '--prnt'], 'Unknown option --prnt. Did you mean "--print"? See: npx react-ask-user ask --help'],
    [['ask', '-x'], 'Unknown option -x. See: npx react-ask-user ask --help'],
    [['ask', 'a.json', 'b.json'], 'Unexpected argument "b.json". ask takes FILE. See: npx react-ask-user ask --help'],
    [
      ['schema', 'askUser'],
      'Unexpected argument "askUser". schema takes options only. See: npx react-ask-user schema --help',
    ],
    [['ask', '--print', '--wait'], '--wait cannot be combined with --print. See: npx react-ask-user ask --help'],
    [['ask', '--print', '--web'], '--web cannot be combined with --print. See: npx react-ask-user ask --help'],
    [
      ['ask', '--print', '--allow-skip'],
      '--allow-skip cannot be combined with --print. See: npx react-ask-user ask --help',
    ],
    [
      ['ask', '--print', '--allow-partial'],
      '--allow-partial cannot be combined with --print. See: npx react-ask-user ask --help',
    ],
    [
      ['ask', '--print', '--no-recommended'],
      '--no-recommended cannot be combined with --print. See: npx react-ask-user ask --help',
    ],
    [
      ['ask', '--print', '--allow-discuss'],
      '--allow-discuss cannot be combined with --print. See: npx react-ask-user ask --help',
    ],
    [
      ['ask', '--print', '--asker', 'Bot'],
      '--asker cannot be combined with --print. See: npx react-ask-user ask --help',
    ],
    [['ask', '--asker', ' '], '--asker requires a name, not " ". See: npx react-ask-user ask --help'],
    [['ask', '--web', '--force'], '--force cannot be combined with --web. See: npx react-ask-user ask --help'],
    [['ask', '--web', '--wait'], '--web cannot be combined with --wait. See: npx react-ask-user ask --help'],
    [['ask', '--wait', '--asker', 'Bot'], '--asker cannot be combined with --wait. See: npx react-ask-user ask --help'],
    [['ask', '--timeout', '5m'], '--timeout requires --wait. See: npx react-ask-user ask --help'],
    ...['0', '0s', '-5', '1.5h', '5 m', '5d', '10ms', '1m30s', '', 'soon', '9999999999'].map(
      (time): [string[], string] => [
        ['ask', '--wait', '--timeout', time],
        `--timeout requires a time such as 30s, 5m or 2h, not ${JSON.stringify(time)}. See: npx react-ask-user ask --help`,
      ],
    ),
    [['ask', '--no-open'], '--no-open requires --web. See: npx react-ask-user ask --help'],
    [
      ['ask', '--soft-limit', 'x'],
      '--soft-limit requires a positive whole number of characters, not "x". See: npx react-ask-user ask --help',
    ],
    [
      ['ask', '--soft-limit', '0'],
      '--soft-limit requires a positive whole number of characters, not "0". See: npx react-ask-user ask --help',
    ],
    [
      ['ask', '--soft-limit', '-1'],
      '--soft-limit requires a positive whole number of characters, not "-1". See: npx react-ask-user ask --help',
    ],
    [['ask', '--print', '--file='], '--file requires a file name, not "". See: npx react-ask-user ask --help'],
    [['ask', '--print', '--file', '-'], '--file requires a file name, not "-". See: npx react-ask-user ask --help'],
    [
      ['ask', '--file'],
      '--file requires a value. If it begins with "-", write --file=-VALUE. See: npx react-ask-user ask --help',
    ],
    [
      ['validate', '--dialect', '--strict'],
      '--dialect requires a value. If it begins with "-", write --dialect=-VALUE. See: npx react-ask-user validate --help',
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
    const line = 'Unknown command "aks". Did you mean "ask"? See: npx react-ask-user --help';
    expect(await askUser(['aks'])).toEqual({ code: 2, signal: null, stdout: '', stderr: `ask-user: ${line}\n` });
  });

  it('is one line for an option that takes no value', async () => {
    const ran = await inside(['ask', '--print=yes']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^ask-user: Option [^\n]+ See: npx react-ask-user \w+ --help\n$/);
  });
});
