import type { AgentDialect } from 'react-ask-user/dialects';
import { formatIssues, type AskUserRequest } from 'react-ask-user/core';
import { LANGUAGES } from './languages.js';
import type * as AllFormats from './formats.js';
import { PRESETS, textOf, type Preset } from './presets.js';
import { PROPERTIES } from './properties.js';

/** Settings that the address contains. */
export interface Settings {
  readonly preset: string;
  /** Text of the editor. */
  readonly call: string;
  /** Name of a dialect, or `auto` to detect it. */
  readonly dialect: string;
  readonly language: string;
  readonly scheme: 'auto' | 'light' | 'dark';
  /** Values of custom properties, by the name after `--ask-user-`. */
  readonly theme: Readonly<Record<string, string>>;
}

/** A tool call that a dialect has parsed. */
export interface ReadCall {
  readonly input: unknown;
  readonly dialect: AgentDialect;
  readonly request: AskUserRequest;
}

/** The dialects of all agents, and the functions that compare them. */
export type Formats = Pick<typeof AllFormats, 'DIALECTS' | 'detectDialect' | 'getLosses'>;

export interface State extends Settings {
  /** Not set until they have been loaded. */
  readonly formats: Formats | undefined;
  /** Dialect of the first example, which loads before the others. */
  readonly first: AgentDialect | undefined;
  /** The last call that could be read. It stays on the screen while the text has an error. */
  readonly read: ReadCall | undefined;
  /** Reason why the text cannot be read, or a remark about it. */
  readonly message: string;
  readonly isError: boolean;
  /** Number of the request. Each new one starts with empty drafts. */
  readonly run: number;
}

export type Action =
  | { readonly type: 'set'; readonly settings: Partial<Settings> }
  | { readonly type: 'preset'; readonly id: string }
  | { readonly type: 'first'; readonly first: AgentDialect }
  | { readonly type: 'formats'; readonly formats: Formats }
  | { readonly type: 'again' };

const SCHEMES = ['auto', 'light', 'dark'] as const;
const presetOf = (id: string): Preset => PRESETS.find((preset) => preset.id === id) ?? PRESETS[0]!;

function settingsOf(preset: Preset): Pick<Settings, 'preset' | 'call' | 'dialect' | 'language'> {
  return {
    preset: preset.id,
    call: textOf(preset),
    dialect: preset.dialect,
    language: preset.language ?? 'en',
  };
}

/** Returns the selected dialect, or those that accept the input. Neither is known before it has been loaded. */
function dialectsFor(state: State, input: unknown): readonly AgentDialect[] | undefined {
  const { dialect: name, formats, first } = state;
  if (!formats) return first?.name === name ? [first] : undefined;
  const named = formats.DIALECTS.find((one) => one.name === name);
  // The text of an example may be replaced by the call of another agent.
  const isChosen = name !== presetOf(state.preset).dialect;
  if (named && (isChosen || named.parse(input).ok)) return [named];
  const detected = formats.detectDialect(input);
  if (detected.ok) return [detected.dialect];
  return named && detected.candidates.length === 0 ? [named] : detected.candidates;
}

/** Reads the text of the editor with the selected dialect, or with the first one that accepts it. */
function readCall(state: State): Pick<State, 'message' | 'isError'> & { read?: ReadCall } {
  let input: unknown;
  try {
    input = JSON.parse(state.call);
  } catch (error) {
    return { message: `This is not JSON: ${(error as Error).message}. Your text is kept.`, isError: true };
  }
  const dialects = dialectsFor(state, input);
  if (!dialects) return { message: '', isError: false };
  const [dialect, ...others] = dialects;
  if (!dialect) return { message: 'No agent uses this format. Select one to see its issues.', isError: true };
  const parsed = dialect.parse(input);
  if (!parsed.ok) return { message: formatIssues(parsed.issues), isError: true };
  const { length } = parsed.value.questions;
  const questions = `${length} ${length === 1 ? 'question' : 'questions'}`;
  const more = others.length > 0 ? ` ${others.length} more agents use this format.` : '';
  return {
    read: { input, dialect, request: parsed.value },
    message: `${dialect.agent}: ${questions}.${more}`,
    isError: false,
  };
}

/** Reads the call again, and starts a new request if it differs. */
function withCall(state: State): State {
  const { read, ...result } = readCall(state);
  return { ...state, ...result, ...(read && { read, run: state.run + 1 }) };
}

export function reduce(state: State, action: Action): State {
  if (action.type === 'again') return { ...state, run: state.run + 1 };
  if (action.type === 'first') return withCall({ ...state, first: action.first });
  if (action.type === 'formats') {
    const next = { ...state, formats: action.formats };
    // The card of the first dialect stays as it is, with its answers.
    return state.read?.dialect.name === state.dialect ? next : withCall(next);
  }
  if (action.type === 'preset') return withCall({ ...state, ...settingsOf(presetOf(action.id)) });
  const next = { ...state, ...action.settings };
  return next.call === state.call && next.dialect === state.dialect ? next : withCall(next);
}

/** Returns the settings that differ from the preset's, as the fragment of an address. */
export function toHash(settings: Settings): string {
  const preset = presetOf(settings.preset);
  const usual = settingsOf(preset);
  const values = new URLSearchParams({ preset: preset.id });
  if (settings.call !== usual.call) values.set('call', settings.call);
  if (settings.dialect !== usual.dialect) values.set('dialect', settings.dialect);
  if (settings.language !== usual.language) values.set('language', settings.language);
  if (settings.scheme !== 'auto') values.set('scheme', settings.scheme);
  for (const [name, value] of Object.entries(settings.theme)) if (value) values.set(`--${name}`, value);
  return `#${values.toString()}`;
}

/** Returns the state of an address, before the formats have been loaded. Unknown values have no effect. */
export function fromHash(hash: string): State {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const usual = settingsOf(presetOf(values.get('preset') ?? ''));
  const known = (key: string, list: readonly string[], or: string) => {
    const value = values.get(key);
    return value !== null && list.includes(value) ? value : or;
  };
  const theme = PROPERTIES.flatMap(({ name }) => {
    const value = values.get(`--${name}`);
    return value ? [[name, value] as const] : [];
  });
  return {
    ...usual,
    call: values.get('call') ?? usual.call,
    dialect: values.get('dialect') ?? usual.dialect,
    language: known('language', Object.keys(LANGUAGES), usual.language),
    scheme: known('scheme', SCHEMES, 'auto') as Settings['scheme'],
    theme: Object.fromEntries(theme),
    formats: undefined,
    first: undefined,
    read: undefined,
    message: '',
    isError: false,
    run: 0,
  };
}
