import { parseRequest } from '../../src/core/question/parse-request.js';
import type { AskUserAction, AskUserState, FlowOptionsInput } from '../../src/core/flow/types.js';
import type { AskUserRequest, Question } from '../../src/core/question/types.js';
import { createAskUserStore } from '../../src/core/flow/store.js';
import type { AskUserTerminalMessagesInput } from '../../src/messages/terminal-types.js';
import { ansiTheme, plainTheme } from '../../src/terminal/theme.js';
import type { Key } from '../../src/terminal/key.js';
import { press } from '../../src/terminal/keys.js';
import { createUi, type Ui } from '../../src/terminal/ui.js';
import { view, type Frame } from '../../src/terminal/view.js';

/** Returns a key that is pressed without modifiers, except for those given. */
export const toKey = (key: Partial<Key>): Key => ({
  name: undefined,
  sequence: '',
  ctrl: false,
  meta: false,
  shift: false,
  ...key,
});

const NAMED: Readonly<Record<string, Partial<Key>>> = {
  enter: { name: 'return', sequence: '\r' },
  'ctrl+j': { name: 'enter', sequence: '\n' },
  'alt+enter': { name: 'return', sequence: '\u001b\r', meta: true },
  esc: { name: 'escape', sequence: '\u001b' },
  'shift+tab': { name: 'tab', sequence: '\u001b[Z', shift: true },
  tab: { name: 'tab', sequence: '\t' },
  space: { name: 'space', sequence: ' ' },
  backspace: { name: 'backspace', sequence: '\u007f' },
  'alt+backspace': { name: 'backspace', sequence: '\u001b\u007f', meta: true },
  paste: { name: 'paste-start', sequence: '\u001b[200~' },
  pasted: { name: 'paste-end', sequence: '\u001b[201~' },
};

/**
 * Returns the keys of a name as the decoder returns them: `up`, `ctrl+c`, `alt+b`. Any other text is typed, one key
 * per character.
 */
export function keysOf(name: string): readonly Key[] {
  const known = NAMED[name];
  if (known) return [toKey(known)];
  const [, modifier, letter] = /^(ctrl|alt)\+(\w+)$/.exec(name) ?? [];
  if (letter !== undefined) {
    return [toKey({ name: letter, sequence: '\u0001', ctrl: modifier === 'ctrl', meta: modifier === 'alt' })];
  }
  if (/^(up|down|left|right|home|end|pageup|pagedown|delete)$/.test(name)) {
    return [toKey({ name, sequence: '\u001b[A' })];
  }
  return Array.from(name, (char) =>
    char === ' '
      ? toKey({ name: 'space', sequence: char })
      : toKey({ sequence: char, ...(/[\da-z]/i.test(char) && { name: char.toLowerCase() }) }),
  );
}

/** Parses a request, with constraints by question order. */
export function requestOf(
  questions: readonly unknown[],
  constraints: readonly Question['constraints'][] = [],
): AskUserRequest {
  const parsed = parseRequest({ questions });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const request = parsed.value;
  return {
    ...request,
    questions: request.questions.map((question, i) => ({
      ...question,
      ...(constraints[i] && { constraints: constraints[i] }),
    })),
  };
}

/** Runs the session without a terminal: keys in, state and lines out. */
export function atTerminal(
  request: AskUserRequest,
  flow: FlowOptionsInput = {},
  messages?: AskUserTerminalMessagesInput,
) {
  const store = createAskUserStore(request, flow);
  const actions: AskUserAction[] = [];
  let ui = createUi(request);
  let interrupted = false;
  const terminal = {
    /** Presses keys by name in order; any other text is typed. */
    press(...names: readonly string[]) {
      for (const key of names.flatMap(keysOf)) {
        const step = press(key, store.getState(), ui);
        ui = step.ui;
        interrupted ||= step.interrupt === true;
        actions.push(...step.actions);
        for (const action of step.actions) store.dispatch(action);
      }
      return terminal;
    },
    actions,
    state: (): AskUserState => store.getState(),
    ui: (): Ui => ui,
    interrupted: () => interrupted,
    result: () => (store.getState().phase === 'settled' ? store.getState().result : undefined),
    /** Returns the texts of the answers of an answered request. */
    answers() {
      const result = terminal.result();
      return result?.status === 'answered' ? result.answers.map(({ text }) => text) : undefined;
    },
    frame: (columns = 80, rows = 24, color = false): Frame =>
      view(store.getState(), ui, { columns, rows, theme: color ? ansiTheme : plainTheme, messages }, true),
    screen: (columns = 80, rows = 24): string => terminal.frame(columns, rows).lines.join('\n'),
  };
  return terminal;
}

export const DATABASE = {
  question: 'Which database should we use?',
  header: 'Database',
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational DB' },
    { label: 'SQLite', description: 'Lightweight, file-based' },
    { label: 'MongoDB', description: 'Document store' },
  ],
};
export const NAME = { question: 'What should we name this service?', header: 'Service Name' };
export const FEATURES = {
  question: 'Which features should we include?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Authentication', description: 'OAuth2 + JWT' },
    { label: 'REST API', description: 'OpenAPI spec included' },
    { label: 'Admin Dashboard' },
  ],
};
