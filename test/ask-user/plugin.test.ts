import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Place } from '../../packages/ask-user/src/setup/agents.js';
import { hookOf, serverOf } from '../../packages/ask-user/src/setup/target.js';

const FOLDER = 'packages/ask-user';
const json = (path: string): unknown => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));
const manifest = json('package.json') as { version: string; files: readonly string[] };

describe('the plugin for Claude Code [R-HOOK]', () => {
  it('has the version of the package, and is published', () => {
    expect(json('.claude-plugin/plugin.json')).toMatchObject({ name: 'ask-user', version: manifest.version });
    expect(json('.claude-plugin/marketplace.json')).toMatchObject({ plugins: [{ name: 'ask-user', source: './' }] });
    expect(manifest.files).toEqual(expect.arrayContaining(['.claude-plugin', '.mcp.json', 'hooks', 'skills']));
    expect(existsSync(join(FOLDER, 'skills/ask-user/SKILL.md'))).toBe(true);
  });

  it('has the server and the hook that `add` writes, with the files of the plugin', () => {
    const main = '${CLAUDE_PLUGIN_ROOT}/main.js';
    const place = {
      isProject: false,
      home: '',
      cwd: '',
      env: {},
      platform: 'linux',
      exists: existsSync,
    } satisfies Place;
    const [agent] = AGENTS;
    const server = serverOf(agent!, place).valueFor({ command: 'node', args: [main, 'mcp'] }, {});
    expect(json('.mcp.json')).toEqual({ mcpServers: { ask: server } });
    const hook = hookOf(agent!, place).valueFor({ command: 'node', args: ['MAIN', 'hook', 'claude-code'] }, {});
    const written = JSON.parse(JSON.stringify(hook).replace('MAIN', `\\"${main}\\"`)) as unknown;
    expect(json('hooks/hooks.json')).toMatchObject({ hooks: { PreToolUse: [written] } });
  });
});
