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
  /** Not set until it has been loaded. */
  readonly formats: Formats | undefined;
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
  | { readonly type: 'formats'; readonly formats: Formats }
  | { readonly type: 'again' };

const SCHEMES = ['auto', 'light', 'dark'] as const;
const presetOf = (id: string): Preset => PRESETS.find((preset) => preset.id === id) ?? PRESETS[0]!;

function settingsOf(preset: Preset): Pick<Settings, 'preset' | 'call' | 'dialect' | 'language'> {
  return {
    preset: preset.id,
    call: textOf(preset),
    dialect: preset.dialect ?? 'auto',
    language: preset.language ?? 'en',
  };
}

/** Reads the text of the editor with the selected dialect, or with the first one that accepts it. */
function readCall(state: State): Pick<State, 'message' | 'isError'> & { read?: ReadCall } {
  const { call, dialect: name, formats } = state;
  if (!formats) return { message: '', isError: false };
  let input: unknown;
  try {
    input = JSON.parse(call);
  } catch (error) {
    return { message: `This is not JSON: ${(error as Error).message}. Your text is kept.`, isError: true };
  }
  const detected = formats.detectDialect(input);
  const fits = detected.ok ? [detected.dialect] : detected.candidates;
  const dialect = formats.DIALECTS.find((one) => one.name === name) ?? fits[0];
  if (!dialect) return { message: 'No agent uses this format. Select one to see its issues.', isError: true };
  const parsed = dialect.parse(input);
  if (!parsed.ok) return { message: formatIssues(parsed.issues), isError: true };
  const { length } = parsed.value.questions;
  const questions = `${length} ${length === 1 ? 'question' : 'questions'}`;
  const others = name === 'auto' && fits.length > 1 ? ` ${fits.length - 1} more agents use this format.` : '';
  return {
    read: { input, dialect, request: parsed.value },
    message: `${dialect.agent}: ${questions}.${others}`,
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
  if (action.type === 'formats') return withCall({ ...state, formats: action.formats });
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
    read: undefined,
    message: '',
    isError: false,
    run: 0,
  };
}
