import { describe, expect, it } from 'vitest';
import { readOptions } from '../../packages/ask-user/src/options.js';
import { whyNoPage } from '../../packages/ask-user/src/page.js';

describe('options of ask-user mcp [R-MCP]', () => {
  it('have defaults', async () => {
    expect(await readOptions([])).toMatchObject({
      toolName: 'ask_user',
      asker: undefined,
      ways: ['app', 'form', 'page', 'file'],
      minHumanMs: 300,
      file: undefined,
    });
  });

  it('are read', async () => {
    const args = [
      '--tool-name',
      'ask_the_person',
      '--dialect',
      'askUserQuestion',
      '--asker',
      'Ana',
      '--by',
      'page,file',
    ];
    expect(await readOptions([...args, '--min-human-ms', '0', '--file', 'q.json'])).toMatchObject({
      spec: { name: 'ask_user_question' },
      toolName: 'ask_the_person',
      asker: 'Ana',
      ways: ['page', 'file'],
      minHumanMs: 0,
      file: 'q.json',
    });
    expect(await readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--nope'], 'nope'],
    [['extra'], 'extra'],
    [['--tool-name', 'a b'], '--tool-name'],
    [['--tool-name', ''], '--tool-name'],
    [['--dialect', 'constructor'], '--dialect'],
    [['--asker', ' '], '--asker'],
    [['--by', 'page,page'], '--by'],
    [['--by', 'mail'], '--by'],
    [['--min-human-ms', '1.5'], '--min-human-ms'],
    [['--min-human-ms'], '--min-human-ms'],
  ])('refuse %j', async (args, name) => {
    await expect(readOptions(args)).rejects.toThrow(name);
  });
});

describe('a page [R-MCP]', () => {
  it.each([
    [{}, process.platform === 'linux' ? 'no screen' : ''],
    [{ DISPLAY: ':0' }, ''],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, ''],
    [{ BROWSER: 'firefox', SSH_CONNECTION: '1' }, ''],
  ])('with %j: %j', (env, why) => {
    const found = whyNoPage(env) ?? '';
    if (why) expect(found).toContain(why);
    else expect(found).toBe('');
  });
});
