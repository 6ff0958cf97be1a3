import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AGENTS } from '../../packages/ask-user/src/setup/agents.js';
import { whyNotOnNpm } from '../../packages/ask-user/src/setup/program.js';
import { runSetup, type Machine } from '../../packages/ask-user/src/setup/run.js';

const REPOSITORY = 'git+https://github.com/owner/react-ask-user.git';
const ON_NPM = {
  name: 'ask-user',
  version: '1.2.3',
  repository: { type: 'git', url: REPOSITORY },
  'dist.integrity': 'sha512-x',
};
const PINNED = { command: 'npx', args: ['-y', 'ask-user@1.2.3', 'mcp'] };

/** A computer with an empty home and project. The user agrees unless `answer` says otherwise. */
function createMachine(over: Partial<Machine> & { answer?: boolean | undefined } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'ask-user-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, cwd, bin] = ['home', 'project', 'bin'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [home, cwd, bin]) mkdirSync(folder);
  for (const name of ['npx', 'node']) writeFileSync(join(bin, name), '');
  const printed: string[] = [];
  const main = join(root, 'ask-user', 'main.js');
  mkdirSync(dirname(main));
  writeFileSync(main, '');
  const machine: Machine = {
    home,
    cwd,
    env: { PATH: bin },
    platform: 'linux',
    exists: existsSync,
    installed: { main, version: '1.2.3', repository: REPOSITORY },
    print: (line) => printed.push(line),
    printError: (line) => printed.push(line),
    confirm: () => Promise.resolve('answer' in over ? over.answer : true),
    view: () => Promise.resolve(ON_NPM),
    ...over,
  };
  const run = async (words: string) => {
    printed.length = 0;
    const [command = '', ...args] = words.split(' ');
    const code = await runSetup(command as 'add', args, machine);
    return { code, text: printed.join('\n') };
  };
  const write = (path: string, text: string, base = home) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
    return join(base, path);
  };
  const read = (path: string, base = home) => readFileSync(join(base, path), 'utf8');
  const files = (base = home) => readdirSync(base, { recursive: true, encoding: 'utf8' }).toSorted();
  return { root, home, cwd, main, machine, run, write, read, files };
}

/** The settings of each agent after `add` in an empty home. */
const WRITTEN: Readonly<Record<string, readonly [file: string, settings: unknown]>> = {
  'claude-code': ['.claude.json', { mcpServers: { ask: { type: 'stdio', ...PINNED, timeout: 86_400_000 } } }],
  vscode: ['.config/Code/User/mcp.json', { servers: { ask: { type: 'stdio', ...PINNED } } }],
  opencode: [
    '.config/opencode/opencode.json',
    {
      mcp: {
        ask: { type: 'local', command: [PINNED.command, ...PINNED.args], enabled: true, timeout: 86_400_000 },
      },
    },
  ],
  copilot: [
    '.copilot/mcp-config.json',
    { mcpServers: { ask: { type: 'local', ...PINNED, tools: ['*'], timeout: 86_400_000 } } },
  ],
  gemini: [
    '.gemini/settings.json',
    {
      mcpServers: {
        ask: {
          command: 'npx',
          args: [...PINNED.args, '--tool-name', 'ask_the_person'],
          timeout: 86_400_000,
          trust: true,
        },
      },
    },
  ],
  qwen: [
    '.qwen/settings.json',
    {
      mcpServers: {
        ask: {
          command: 'npx',
          args: [...PINNED.args, '--tool-name', 'ask_the_person'],
          timeout: 86_400_000,
          trust: true,
        },
      },
    },
  ],
  cursor: ['.cursor/mcp.json', { mcpServers: { ask: PINNED } }],
};

describe('ask-user add and remove in an empty home [R-ADD]', () => {
  it.each(Object.entries(WRITTEN))('write and remove the settings of %s', async (agent, [file, settings]) => {
    const { run, read, files, home } = createMachine();
    expect(await run(`add ${agent}`)).toMatchObject({ code: 0 });
    expect(JSON.parse(read(file))).toEqual(settings);
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    expect((await run(`doctor ${agent}`)).text).toContain('ok: The server is added.');
    expect(await run(`remove ${agent}`)).toMatchObject({ code: 0 });
    expect(files()).toEqual([]);
  });

  it('keep what the user has added to the server [R-ADD]', async () => {
    const { run, read, write } = createMachine();
    const own = { command: 'npx', args: ['-y', 'ask-user@1.0.0', 'mcp', '--by', 'page'], env: { BROWSER: 'open' } };
    write('.cursor/mcp.json', JSON.stringify({ mcpServers: { ask: own } }));
    expect(await run('add cursor')).toMatchObject({ code: 0 });
    expect(JSON.parse(read('.cursor/mcp.json'))).toEqual({
      mcpServers: { ask: { ...own, args: [...PINNED.args, '--by', 'page'] } },
    });
    expect((await run('add cursor')).text).not.toContain('@@');
  });

  it('write and remove the settings of codex', async () => {
    const { run, read, files } = createMachine();
    await run('add codex');
    expect(read('.codex/config.toml')).toBe(
      [
        '[mcp_servers.ask]',
        'command = "npx"',
        'args = ["-y", "ask-user@1.2.3", "mcp", "--by", "page,form,file"]',
        'env_vars = ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS", "SSH_CONNECTION", "SSH_TTY"]',
        'startup_timeout_sec = 60',
        'tool_timeout_sec = 86400',
        '',
      ].join('\n'),
    );
    await run('remove codex');
    expect(files()).toEqual([]);
  });

  it('keep what the user lets codex pass on', async () => {
    const { run, read, write } = createMachine();
    write(
      '.codex/config.toml',
      '[mcp_servers.ask]\ncommand = "npx"\nargs = ["ask-user", "mcp"]\nenv_vars = ["MINE"]\n',
    );
    await run('add codex');
    expect(read('.codex/config.toml')).toContain('"SSH_TTY", "MINE"]');
  });

  it('have a test for every agent', () => {
    expect([...Object.keys(WRITTEN), 'codex'].toSorted()).toEqual(AGENTS.map(({ name }) => name).toSorted());
  });

  it.each([
    ['darwin', 'Library/Application Support/Code/User/mcp.json', {}],
    ['win32', 'AppData/Roaming/Code/User/mcp.json', { command: 'cmd', args: ['/c', 'npx', ...PINNED.args] }],
  ] as const)('use the folders and the shell of %s', async (platform, file, program) => {
    const { run, read } = createMachine({ platform });
    await run('add vscode');
    expect(JSON.parse(read(file))).toMatchObject({ servers: { ask: program } });
  });

  it('use the settings of the project', async () => {
    const { run, read, files, cwd } = createMachine();
    await run('add claude-code --project');
    expect(JSON.parse(read('.mcp.json', cwd))).toEqual(WRITTEN['claude-code']![1]);
    expect(statSync(join(cwd, '.mcp.json')).mode & 0o777).toBe(0o666 & ~process.umask());
    await run('remove claude-code --project');
    expect([files(cwd), files()]).toEqual([[], []]);
    expect(await run('add copilot --project')).toMatchObject({ code: 1, text: expect.stringContaining('.mcp.json') });
  });

  it('leave no empty folder of the server behind', async () => {
    const { run, home } = createMachine();
    await run('add cursor');
    mkdirSync(join(home, '.ask-user/later'));
    await run('remove cursor');
    expect(readdirSync(home)).not.toContain('.ask-user');
  });

  it('use the form of opencode 2, if the settings have it', async () => {
    const { run, read, write } = createMachine();
    const before = '{\n  // mine\n  "mcp": { "servers": {} },\n}\n';
    write('.config/opencode/opencode.jsonc', before);
    await run('add opencode');
    const after = read('.config/opencode/opencode.jsonc');
    expect(after).toContain('"servers": {\n');
    expect(after).toContain('"request": 86400000');
    await run('remove opencode');
    expect(read('.config/opencode/opencode.jsonc')).toBe(before);
  });
});

describe('ask-user add to existing settings [R-ADD]', () => {
  const COMMENTED = '\uFEFF{\r\n\t// servers\r\n\t"servers": {\r\n\t\t"x": { "command": "a" }, // mine\r\n\t},\r\n}';

  it('changes only lines of its own, and shows them', async () => {
    const { run, read, write, home } = createMachine();
    const file = write('.config/Code/User/mcp.json', COMMENTED);
    chmodSync(file, 0o640);
    const { text } = await run('add vscode');
    expect(text).toMatch(/^@@ line 3 @@$/m);
    expect(text).toContain('\n+         "ask": {\n');
    expect(text).not.toMatch(/^-/m);
    const added = read('.config/Code/User/mcp.json');
    expect(added.replace(/\r\n\t\t"ask": \{[^}]*\},/, '')).toBe(COMMENTED);
    expect(added.replaceAll('\r\n', '')).not.toContain('\n');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(existsSync(join(home, '.ask-user/added.json'))).toBe(true);
    await run('remove vscode');
    expect(read('.config/Code/User/mcp.json')).toBe(COMMENTED);
    expect(existsSync(join(home, '.ask-user'))).toBe(false);
  });

  it('follows a symbolic link', async () => {
    const { run, read, write, home } = createMachine();
    write('dotfiles/gemini.json', '{}');
    mkdirSync(join(home, '.gemini'));
    symlinkSync(join(home, 'dotfiles/gemini.json'), join(home, '.gemini/settings.json'));
    await run('add gemini');
    expect(lstatSync(join(home, '.gemini/settings.json')).isSymbolicLink()).toBe(true);
    expect(read('dotfiles/gemini.json')).toContain('"ask"');
    await run('remove gemini');
    expect(read('dotfiles/gemini.json')).toBe('{}');
  });

  it('keeps an empty file, and an empty list of servers', async () => {
    const { run, read, write } = createMachine();
    write('.codex/config.toml', '');
    write('.cursor/mcp.json', '{"mcpServers": {}}');
    for (const agent of ['codex', 'cursor']) {
      await run(`add ${agent}`);
      await run(`remove ${agent}`);
    }
    expect([read('.codex/config.toml'), read('.cursor/mcp.json')]).toEqual(['', '{"mcpServers": {}}']);
  });

  it('takes out only its part after another program has rewritten the file', async () => {
    const { run, read, write } = createMachine();
    write('.claude.json', '{"startups":1}');
    await run('add claude-code');
    const rewritten = { ...(JSON.parse(read('.claude.json')) as object), startups: 2 };
    write('.claude.json', JSON.stringify(rewritten, undefined, 2));
    await run('remove claude-code');
    expect(read('.claude.json')).toBe('{\n  "startups": 2\n}');
  });

  it('takes out only its part without its record', async () => {
    const { run, read, write, home } = createMachine();
    write('.codex/config.toml', 'model = "x"\n\n[tools]\nweb = true\n');
    await run('add codex');
    rmSync(join(home, '.ask-user'), { recursive: true });
    await run('remove codex');
    expect(read('.codex/config.toml')).toBe('model = "x"\n\n[tools]\nweb = true\n');
  });

  it('replaces an older version of itself, and still restores the file', async () => {
    const { run, read, write, machine } = createMachine();
    write('.cursor/mcp.json', '{}\n');
    await run('add cursor');
    Object.assign(machine.installed, { version: '1.3.0' });
    Object.assign(machine, { view: () => Promise.resolve({ ...ON_NPM, version: '1.3.0' }) });
    const { text } = await run('add cursor');
    expect(text).toMatch(/^-.*1\.2\.3.*\n\+.*1\.3\.0/m);
    expect(await run('add cursor')).toMatchObject({ code: 0, text: expect.stringContaining('has it already') });
    await run('remove cursor');
    expect(read('.cursor/mcp.json')).toBe('{}\n');
  });

  it.each([
    ['claude-code --hook', '.claude/settings.json', '{"hooks":{"PreToolUse":{}}}', 'to hooks.PreToolUse: {"matcher":'],
    ['cursor', '.cursor/mcp.json', '{"mcpServers":[]}', 'to mcpServers: "ask": {"command":"npx","args":["-y",'],
    [
      'codex',
      '.codex/config.toml',
      'mcp_servers = { other = { command = "x" } }\n',
      'to mcp_servers: ask = { command = "npx", args = ["-y", "ask-user@1.2.3", "mcp", "--by", "page,form,file"], env_vars = [',
    ],
  ])('shows what to write by hand, in the format of the settings of %s', async (words, file, text, advice) => {
    const { run, write, read } = createMachine();
    write(file, text);
    expect(await run(`add ${words}`)).toEqual({ code: 1, text: expect.stringContaining(`Add it yourself, ${advice}`) });
    expect(read(file)).toBe(text);
  });

  it.each([
    ['that do not parse', '{\n  "mcpServers": {,}\n}', 'line 2, column 18'],
    ['with another server of that name', '{"mcpServers":{"ask":{"command":"other"}}}', 'another server'],
    ['whose servers are a list', '{"mcpServers":[]}', 'Add it yourself'],
  ])('leaves settings %s as they are', async (_name, before, message) => {
    const { run, read, write, files } = createMachine();
    write('.cursor/mcp.json', before);
    const { code, text } = await run('add cursor --yes');
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(message) });
    expect(text).toContain('othing was written');
    expect(read('.cursor/mcp.json')).toBe(before);
    expect(files()).toEqual(['.cursor', '.cursor/mcp.json']);
  });

  it('leaves settings that are not UTF-8 as they are', async () => {
    const { run, write } = createMachine();
    const file = write('.cursor/mcp.json', '');
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b]));
    expect((await run('add cursor')).text).toContain('not valid UTF-8');
    expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0xfe, 0x7b]));
  });

  it.each([
    ['says no', { answer: false }, 'Nothing was written.'],
    ['cannot be asked', { answer: undefined }, 'Agree with --yes'],
  ])('writes nothing if the user %s', async (_name, over, message) => {
    const { run, files } = createMachine(over);
    expect(await run('add cursor')).toEqual({ code: 1, text: expect.stringContaining(message) });
    expect(files()).toEqual([]);
    expect(await run('add cursor --yes')).toMatchObject({ code: 0 });
    expect(await run('remove cursor')).toEqual({ code: 1, text: expect.stringContaining(message) });
    expect(files()).toContain('.cursor/mcp.json');
  });

  it.each([
    ['add', 'An agent is missing.'],
    ['add emacs', 'There is no agent "emacs".'],
    ['add cluade-code', 'Did you mean "claude-code"?'],
    ['add codex --hook', '--hook is only for claude-code.'],
    ['add codex cursor', 'Unexpected argument "cursor".'],
    ['remove codex --nope', "Unknown option '--nope'"],
  ])('refuses %s', async (words, message) => {
    expect(await createMachine().run(words)).toEqual({ code: 2, text: expect.stringContaining(message) });
  });
});

describe('the program that an agent starts [R-ADD]', () => {
  const installed = { main: '/x/main.js', version: '1.2.3', repository: REPOSITORY };

  it.each([
    ['nothing', undefined, 'npm does not show ask-user@1.2.3'],
    ['another version', { ...ON_NPM, version: '1.0.0' }, 'npm does not show ask-user@1.2.3'],
    ['no checksum', { ...ON_NPM, 'dist.integrity': undefined }, 'without a checksum'],
    ['another repository', { ...ON_NPM, repository: 'https://github.com/else/where' }, 'does not name the repository'],
  ])('is the installed file if npm shows %s', (_name, found, why) => {
    expect(whyNotOnNpm(installed, found)).toContain(why);
  });

  it('is the version on npm if npm shows it as this package', () => {
    expect(whyNotOnNpm(installed, ON_NPM)).toBeUndefined();
    expect(whyNotOnNpm({ ...installed, repository: undefined }, ON_NPM)).toContain('repository');
  });

  it('says why it is the installed file', async () => {
    const { run, read, main } = createMachine({ view: () => Promise.resolve(undefined) });
    expect((await run('add cursor')).text).toContain('npm does not show ask-user@1.2.3, so the agent will start');
    expect(JSON.parse(read('.cursor/mcp.json'))).toEqual({
      mcpServers: { ask: { command: process.execPath, args: [main, 'mcp'] } },
    });
  });

  it.each([
    ['npm does not show the version', 'add cursor --project', undefined],
    ['--local asks for it', 'add cursor --project --local', ON_NPM],
  ])('warns that settings of a project then work on this computer only, if %s', async (_, command, found) => {
    const { run, cwd } = createMachine({ view: () => Promise.resolve(found) });
    expect((await run(command)).text).toContain(`${join(cwd, '.cursor/mcp.json')} will work only on this computer`);
    expect((await createMachine().run('add cursor --project')).text).not.toContain('only on this computer');
  });

  it('is never a copy that npx may delete', async () => {
    const copy = {
      main: '/home/u/.npm/_npx/a1/node_modules/ask-user/main.js',
      version: '1.2.3',
      repository: undefined,
    };
    const { run, files } = createMachine({ installed: copy });
    expect(await run('add cursor --yes')).toMatchObject({
      code: 1,
      text: expect.stringContaining('Install the package'),
    });
    expect(files()).toEqual([]);
  });
});

describe('the hook of Claude Code [R-HOOK]', () => {
  const SETTINGS = '{\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [] }\n    ]\n  }\n}\n';

  it('is added beside other hooks, and removed with the server', async () => {
    const { run, read, write, files } = createMachine();
    write('.claude/settings.json', SETTINGS);
    await run('add claude-code --hook');
    await run('add claude-code');
    expect(JSON.parse(read('.claude/settings.json'))).toEqual({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [] },
          {
            matcher: 'AskUserQuestion',
            hooks: [{ type: 'command', command: 'npx -y ask-user@1.2.3 hook claude-code', timeout: 86_400 }],
          },
        ],
      },
    });
    expect(await run('doctor')).toMatchObject({ code: 0 });
    await run('remove claude-code');
    expect(read('.claude/settings.json')).toBe(SETTINGS);
    expect(files()).toEqual(['.claude', '.claude/settings.json']);
  });
});

describe('ask-user doctor [R-ADD]', () => {
  const args = ['-y', 'ask-user@1.2.3', 'mcp'];
  const server = (over: object) =>
    JSON.stringify({ mcpServers: { ask: { command: 'npx', args, timeout: 86_400_000, ...over } } });
  const hook = (matcher: string, command: string, timeout?: number) => ({
    matcher,
    hooks: [{ type: 'command', command, timeout }],
  });
  const hooks = (...all: object[]) => JSON.stringify({ hooks: { PreToolUse: all } });
  const OURS = hook('AskUserQuestion', 'npx -y ask-user@1.2.3 hook claude-code', 86_400);

  it.each([
    [
      'a time limit that is too short',
      'copilot',
      '.copilot/mcp-config.json',
      server({ timeout: 60_000 }),
      'timeout is 60000 ms',
    ],
    ['no time limit', 'gemini', '.gemini/settings.json', server({ timeout: undefined }), 'There is no timeout'],
    [
      'a tool that the agent refuses',
      'gemini',
      '.gemini/settings.json',
      server({}),
      'refuses a tool with the name ask_user',
    ],
    [
      'a command that does not exist',
      'cursor',
      '.cursor/mcp.json',
      server({ command: 'npy' }),
      'the command npy does not exist',
    ],
    [
      'a file that does not exist',
      'cursor',
      '.cursor/mcp.json',
      server({ args: ['/gone/ask-user/main.js', 'mcp'] }),
      'the file /gone/ask-user/main.js does not exist',
    ],
    ['a server that is disabled', 'cursor', '.cursor/mcp.json', server({ disabled: true }), 'is disabled'],
    [
      'settings that cannot be read',
      'vscode',
      '.config/Code/User/mcp.json',
      '{\n  "servers" {}\n}',
      'line 2, column 13',
    ],
    [
      'a limit of Codex in seconds',
      'codex',
      '.codex/config.toml',
      '[mcp_servers.ask]\ncommand = "npx"\nargs = ["ask-user", "mcp"]\ntool_timeout_sec = 60',
      'tool_timeout_sec is 60 s',
    ],
    [
      'a second hook for the tool',
      'claude-code',
      '.claude/settings.json',
      hooks(OURS, hook('Bash|AskUserQuestion', 'other')),
      'Another hook',
    ],
    [
      'a hook that is stopped early',
      'claude-code',
      '.claude/settings.json',
      hooks({ ...OURS, hooks: [{ type: 'command', command: 'npx ask-user hook claude-code' }] }),
      'no timeout',
    ],
    [
      'hooks that never run',
      'claude-code',
      '.claude/settings.json',
      hooks(OURS).replace('{', '{"disableAllHooks":true,'),
      'disableAllHooks',
    ],
  ])('finds %s', async (_name, agent, file, text, message) => {
    const { run, write } = createMachine();
    write(file, text);
    expect(await run(`doctor ${agent}`)).toEqual({ code: 1, text: expect.stringContaining(message) });
  });

  it('reads each file once in the home folder, where the settings of the user are those of the project', async () => {
    const { run, home, machine } = createMachine();
    await run('add claude-code --hook');
    await run('add codex');
    Object.assign(machine, { cwd: home });
    const { code, text } = await run('doctor');
    expect(code).toBe(0);
    expect(text.match(/is added/g)).toHaveLength(2);
  });

  it('notes a server that is in the settings of the user and of the project', async () => {
    const { run, home, cwd } = createMachine();
    await run('add claude-code');
    await run('add claude-code --project');
    const [user, project] = [join(home, '.claude.json'), join(cwd, '.mcp.json')];
    const ok = 'ok: The server is added.';
    expect(await run('doctor')).toEqual({
      code: 0,
      text: `Claude Code: ${user}\n  ${ok}\nClaude Code: ${project}\n  ${ok}\n  note: The server "ask" is in ${user} too. Claude Code uses one of them. Remove the other one.`,
    });
  });

  it('finds a server that has another name in the settings of the project', async () => {
    const { run, write, home, cwd } = createMachine();
    await run('add claude-code');
    write('.mcp.json', server({ timeout: 86_400_000 }).replace('"ask"', '"questions"'), cwd);
    const { code, text } = await run('doctor claude-code');
    expect(code).toBe(1);
    expect(text).toContain(
      `The server "ask" in ${join(home, '.claude.json')} is ask-user too, so the model has the tool twice. Remove one.`,
    );
  });

  it('notes that Codex declines forms', async () => {
    const { run, write } = createMachine();
    write('.codex/config.toml', 'approval_policy = "never"\n');
    await run('add codex');
    expect(await run('doctor codex')).toEqual({ code: 0, text: expect.stringContaining('note: approval_policy') });
  });

  describe('with the plugin of Claude Code', () => {
    const PLUGIN = 'ask-user@ask-user';
    const enabled = (isEnabled: boolean) => JSON.stringify({ enabledPlugins: { [PLUGIN]: isEnabled, 'a@b': true } });

    it('says that it is installed', async () => {
      const { run, write, root } = createMachine();
      const file = write('.claude/settings.json', enabled(true));
      const list = { version: 2, plugins: { [PLUGIN]: [{ scope: 'user', installPath: root, version: '1.2.3' }] } };
      write('.claude/plugins/installed_plugins.json', JSON.stringify(list));
      expect(await run('doctor')).toEqual({
        code: 0,
        text: `Claude Code: ${file}\n  ok: The plugin ask-user is installed, with the server and the hook.`,
      });
    });

    it('finds that server and hook are there twice', async () => {
      const { run, write } = createMachine();
      await run('add claude-code');
      write('.claude/settings.json', enabled(true));
      await run('add claude-code --hook');
      const { code, text } = await run('doctor');
      expect(code).toBe(1);
      expect(text).toContain('The plugin ask-user has the server too, so the model has the tool twice.');
      expect(text).toContain('The plugin ask-user has the hook too, so each question is asked twice.');
    });

    it.each([true, false])('says at removal how to uninstall it (settings of `add`: %s)', async (isAdded) => {
      const { run, write } = createMachine();
      if (isAdded) await run('add claude-code');
      write('.claude/settings.json', enabled(true));
      const { code, text } = await run('remove claude-code');
      expect(code).toBe(0);
      expect(text).toContain(isAdded ? 'Removed.' : 'Nothing of ask-user is in');
      expect(text).toContain(
        'The plugin ask-user is still installed. To remove it, run in Claude Code: /plugin uninstall ask-user@ask-user',
      );
    });

    it('finds that its folder is gone', async () => {
      const { run, write } = createMachine();
      write('.claude/settings.json', enabled(true));
      const list = { version: 2, plugins: { [PLUGIN]: [{ installPath: '/gone/ask-user' }] } };
      write('.claude/plugins/installed_plugins.json', JSON.stringify(list));
      expect(await run('doctor')).toEqual({ code: 1, text: expect.stringContaining('/gone/ask-user does not exist') });
    });

    it('notes that the project disables it', async () => {
      const { run, write, cwd } = createMachine();
      write('.claude/settings.json', enabled(true));
      const file = write('.claude/settings.local.json', enabled(false), cwd);
      expect(await run('doctor')).toEqual({
        code: 0,
        text: `Claude Code: ${file}\n  note: The plugin ask-user is disabled.`,
      });
    });
  });

  it('says that nothing is added', async () => {
    const { run, write } = createMachine();
    write('.cursor/mcp.json', '{"mcpServers":{}}');
    expect(await run('doctor')).toEqual({ code: 0, text: expect.stringContaining('not added to any agent') });
  });
});
