import { isRecord } from '../../../../src/core/guards.js';
import { type Agent, type Place, SHORT_S } from './agents.js';
import { readSettings } from './change.js';
import { readDocument } from './document.js';
import { FORMATS, getAt } from './format.js';
import { findPlugin, type Plugin } from './plugin.js';
import { whyNotFound } from './program.js';
import {
  type Hook,
  HOOKED_TOOL,
  hookFile,
  hooksOf,
  hookOf,
  isOurHook,
  isOurs,
  programOf,
  serverOf,
  type Target,
} from './target.js';
import { SettingsError } from './text.js';

/** What `doctor` says about one settings file. */
export interface Finding {
  /** `problem`: the user cannot be asked, or not as expected. `note`: good to know. `ok`: added, and nothing is wrong. */
  readonly level: 'problem' | 'note' | 'ok';
  readonly text: string;
}

const problem = (text: string): Finding => ({ level: 'problem', text });
const note = (text: string): Finding => ({ level: 'note', text });

function readAt(target: Target): unknown {
  return readSettings(target, readDocument(target.path));
}

function limitProblems({ limit, title }: Agent, entry: Readonly<Record<string, unknown>>): readonly Finding[] {
  if (!limit) return [];
  const [key = '', inner = ''] = limit.keys;
  const value = entry[key];
  const found = isRecord(value) ? value[inner] : value;
  const unit = limit.perSecond === 1 ? 's' : 'ms';
  if (found === undefined) {
    return limit.isNeeded
      ? [problem(`There is no ${key}, so ${title} may stop the call before you have answered. Run add again.`)]
      : [];
  }
  if (typeof found === 'number' && found >= SHORT_S * limit.perSecond) return [];
  return [
    problem(
      `${key} is ${JSON.stringify(found)} ${unit}, which is less than ${SHORT_S / 60} minutes. You may need longer to answer. Run add again.`,
    ),
  ];
}

/** Settings with which Codex declines every form, so that the page asks instead. */
function codexNotes(settings: unknown): readonly Finding[] {
  const policy = getAt(settings, ['approval_policy']);
  const granular = isRecord(policy) ? policy['granular'] : undefined;
  const isDeclining = policy === 'never' || (isRecord(granular) && granular['mcp_elicitations'] !== true);
  return isDeclining
    ? [
        note(
          'approval_policy makes Codex decline forms, so that only the page in the browser can ask. For forms, set approval_policy = { granular = { mcp_elicitations = true } } with the other fields that you need.',
        ),
      ]
    : [];
}

/** Returns the names of the servers that are `ask-user mcp`. */
function namesIn({ placeFor }: Target, settings: unknown): readonly string[] {
  const servers = getAt(settings, placeFor(settings).slice(0, -1));
  return isRecord(servers) ? Object.keys(servers).filter((name) => isOurs(servers[name])) : [];
}

/** Compares the servers of the user and of the project, which an agent merges by their names. */
function compareServers(user: Target, project: Target): readonly Finding[] {
  if (user.path === project.path) return [];
  const [inUser = [], inProject = []] = [user, project].map((target) => {
    try {
      return namesIn(target, readAt(target));
    } catch {
      return [];
    }
  });
  return inProject.flatMap((name) =>
    inUser.map((other) =>
      other === name
        ? note(
            `The server "${name}" is in ${user.path} too. ${user.agent.title} uses one of them. Remove the other one.`,
          )
        : problem(
            `The server "${other}" in ${user.path} is ask-user too, so the model has the tool twice. Remove one.`,
          ),
    ),
  );
}

function inspectServer(target: Target, place: Place): readonly Finding[] {
  const settings = readAt(target);
  const path = target.find(settings);
  const entry = path && getAt(settings, path);
  if (!path || !isRecord(entry)) return [];
  if (!isOurs(entry)) return [problem('The server "ask" is another program.')];
  const { agent } = target;
  const findings = [...limitProblems(agent, entry)];
  const program = programOf(entry);
  const missing = program && whyNotFound(program, place);
  if (missing) findings.push(problem(`The server cannot start: ${missing}. Run add again.`));
  if (entry['enabled'] === false || entry['disabled'] === true) findings.push(problem('The server is disabled.'));
  if (agent.toolName !== undefined && !program?.args.includes('--tool-name')) {
    findings.push(problem(`${agent.title} refuses a tool with the name ask_user without a terminal. Run add again.`));
  }
  for (const name of namesIn(target, settings)) {
    if (name !== path.at(-1))
      findings.push(problem(`The server "${name}" is ask-user too, so the model has the tool twice. Remove one.`));
  }
  return [...findings, ...(agent.name === 'codex' ? codexNotes(settings) : [])];
}

function isFor({ matcher }: Hook): 'this tool' | 'all tools' | undefined {
  if (matcher === undefined || matcher === '' || matcher === '*') return 'all tools';
  if (typeof matcher !== 'string') return undefined;
  try {
    return new RegExp(`^(?:${matcher})$`).test(HOOKED_TOOL) ? 'this tool' : undefined;
  } catch {
    return undefined;
  }
}

function inspectHook(target: Target, place: Place): readonly Finding[] {
  const settings = readAt(target);
  const hooks = hooksOf(settings);
  const own = hooks.find(isOurHook);
  if (!own) return [];
  const findings: Finding[] = [];
  if (own.timeout === undefined || (typeof own.timeout === 'number' && own.timeout < SHORT_S)) {
    findings.push(
      problem(
        `The hook has ${own.timeout === undefined ? 'no timeout' : `a timeout of ${own.timeout} s`}, so Claude Code may stop it before you have answered. Run add again.`,
      ),
    );
  }
  const [command = '', ...args] =
    own.command.match(/'[^']*'|"[^"]*"|\S+/g)?.map((word) => word.replaceAll(/^['"]|['"]$/g, '')) ?? [];
  const missing = whyNotFound({ command, args }, place);
  if (missing) findings.push(problem(`The hook cannot start: ${missing}. Run add again.`));
  if (getAt(settings, ['disableAllHooks']) === true)
    findings.push(problem('disableAllHooks is true, so the hook never runs.'));
  return findings;
}

/** Hooks of all settings that Claude Code merges, because only one can answer a call. */
function otherHooks(place: Place): readonly Finding[] {
  const [user, project] = [false, true].map((isProject) => hookFile({ ...place, isProject })) as [string, string];
  // In the home folder, the settings of the user are also those of the project.
  const files = new Set([user, project, project.replace(/settings\.json$/, 'settings.local.json')]);
  const all = [...files].flatMap((path) => {
    try {
      return hooksOf(FORMATS.json.read(readDocument(path).text)).map((hook) => ({ ...hook, file: path }));
    } catch {
      return [];
    }
  });
  const ours = all.filter(isOurHook);
  if (ours.length === 0) return [];
  const others = all.filter((hook) => !isOurHook(hook));
  return [
    ...(ours.length > 1
      ? [
          problem(
            `The hook is in ${ours.map(({ file }) => file).join(' and ')}, so each question is asked twice. Remove one.`,
          ),
        ]
      : []),
    ...others.flatMap((hook) => {
      const tools = isFor(hook);
      if (tools === 'this tool')
        return [
          problem(
            `Another hook in ${hook.file} is for ${HOOKED_TOOL} too: ${hook.command}. Claude Code runs both, and the answers of only one count. Remove one.`,
          ),
        ];
      return tools === 'all tools'
        ? [note(`A hook for all tools in ${hook.file} runs too: ${hook.command}. It must not answer ${HOOKED_TOOL}.`)]
        : [];
    }),
  ];
}

function inspectPlugin({ isEnabled, missing }: Plugin, added: readonly Target['kind'][]): readonly Finding[] {
  if (!isEnabled) return [note('The plugin ask-user is disabled.')];
  const findings = added.map((kind) => {
    const twice = kind === 'server' ? 'the model has the tool twice' : 'each question is asked twice';
    return problem(`The plugin ask-user has the ${kind} too, so ${twice}. Run: ask-user remove claude-code`);
  });
  if (missing !== undefined)
    findings.push(problem(`The plugin ask-user cannot start: ${missing} does not exist. Install it again.`));
  return findings.length > 0
    ? findings
    : [{ level: 'ok', text: 'The plugin ask-user is installed, with the server and the hook.' }];
}

/** Returns what is wrong with the settings of an agent, by file. Files without our server, hook and plugin have no findings. */
export function inspect(agent: Agent, place: Place): ReadonlyMap<string, readonly Finding[]> {
  const findings = new Map<string, readonly Finding[]>();
  const seen = new Set<string>();
  const added: Target['kind'][] = [];
  const addTo = (path: string, found: readonly Finding[]) => {
    if (found.length > 0) findings.set(path, [...(findings.get(path) ?? []), ...found]);
  };
  const look = (target: Target, find: typeof inspectServer) => {
    const key = `${target.kind} ${target.path}`;
    if (seen.has(key)) return;
    seen.add(key);
    let found: readonly Finding[];
    let isAdded = false;
    try {
      const settings = readAt(target);
      isAdded = target.find(settings) !== undefined;
      if (isAdded) added.push(target.kind);
      found = find(target, place);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      found = [problem(error.message.replace(', so nothing was written', '').replace(' Nothing was written.', ''))];
    }
    if (isAdded && found.length === 0) found = [{ level: 'ok', text: `The ${target.kind} is added.` }];
    addTo(target.path, found);
  };
  const servers: Target[] = [];
  for (const isProject of [false, true]) {
    const at = { ...place, isProject };
    if (typeof agent.file(at) === 'string') {
      servers.push(serverOf(agent, at));
      look(servers.at(-1)!, inspectServer);
    }
    if (agent.name === 'claude-code') look(hookOf(agent, at), inspectHook);
  }
  const [user, project] = servers;
  if (user && project) addTo(project.path, compareServers(user, project));
  const twice = agent.name === 'claude-code' ? otherHooks(place) : [];
  if (twice.length > 0)
    findings.set(hookFile(place), [
      ...(findings.get(hookFile(place)) ?? []).filter(({ level }) => level !== 'ok'),
      ...twice,
    ]);
  const plugin = agent.name === 'claude-code' ? findPlugin(place) : undefined;
  if (plugin) addTo(plugin.file, inspectPlugin(plugin, [...new Set(added)].toSorted()));
  return findings;
}
