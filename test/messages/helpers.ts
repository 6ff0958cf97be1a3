import type { AskUserLanguage } from '../../src/react/index.js';
import type { AskUserTerminalLanguage } from '../../src/terminal/index.js';

interface Shipped {
  readonly messages: AskUserLanguage;
  /** The same with the messages of a terminal. */
  readonly terminal: AskUserTerminalLanguage;
  readonly createMessages: (locale?: string) => AskUserLanguage;
  readonly createTerminalMessages: (locale?: string) => AskUserTerminalLanguage;
}

const FILES = import.meta.glob<Record<string, unknown>>('../../src/messages/languages/??.ts', { eager: true });

/** Every shipped language, by the name of its entry point. */
export const LANGUAGES: Readonly<Record<string, Shipped>> = Object.fromEntries(
  Object.entries(FILES).map(([file, { createMessages, createTerminalMessages, ...exports }]) => {
    const name = file.slice(-5, -3);
    const terminal = exports[`${name}Terminal`];
    return [name, { messages: exports[name], terminal, createMessages, createTerminalMessages } as Shipped];
  }),
);

/** Returns a shipped language. */
export function languageNamed(name: string): Shipped {
  const language = LANGUAGES[name];
  if (!language) throw new Error(`There is no src/messages/languages/${name}.ts`);
  return language;
}

/** Numbers with different forms in one language or another. */
export const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100] as const;

/** Ranges without an upper end, without a lower end, with both, and with equal ends. */
const SPANS = [...COUNTS.flatMap((end) => [[end], [undefined, end], [1, end]]), [7, 7]];

/** The arguments of the functions: numbers first, then texts. */
const ARGUMENTS: { [Name in keyof AskUserTerminalLanguage]?: readonly unknown[][] } = {
  title: COUNTS.map((count) => [count]),
  arrived: COUNTS.map((count) => ['WHO', 'WHAT', count]),
  card: COUNTS.map((count) => ['WHO', 'WHAT', count]),
  position: COUNTS.map((count) => [count, 100]),
  tab: COUNTS.map((count) => [count]),
  tabState: [['WHAT', 'WHICH']],
  round: COUNTS.map((count) => [count, count]),
  answeredOf: COUNTS.map((count) => [count, 100]),
  place: COUNTS.map((count) => [count + 1, 100, count]),
  noLabel: COUNTS.map((count) => [count]),
  lookAlike: COUNTS.map((count) => ['WHAT', count]),
  more: COUNTS.map((count) => [count]),
  filterCount: COUNTS.map((count) => [count, 100]),
  filterNone: [[true], [false]],
  selectAll: COUNTS.map((count) => [count]),
  selectMore: COUNTS.map((count) => [count]),
  selectedCount: COUNTS.map((count) => [count]),
  previewOf: [['WHAT']],
  previewFrom: [['WHAT', 'WHO']],
  counter: COUNTS.map((count) => [count, 2000]),
  counterOver: COUNTS.map((count) => [2000 + count, 2000]),
  chooseCount: SPANS,
  typeLength: SPANS,
  typeNumber: [true, false].flatMap((whole) => [[whole], ...SPANS.map((span) => [whole, ...span])]),
  quote: [['WHAT']],
  askBackReplied: [['WHAT']],
  askBackTooLong: [[2001, 2000]],
  discussAbout: [['WHAT']],
  list: [[['WHAT']], [['WHAT', 'WHICH']], [['WHAT', 'WHICH', 'WHO']]],
  changeName: [
    ['WHAT', true],
    ['WHAT', false],
  ],
  useRecommended: COUNTS.flatMap((count) => [
    [count, true],
    [count, false],
  ]),
  takeRecommended: COUNTS.map((count) => [count]),
  tookRecommended: COUNTS.map((count) => [count]),
  discardTitle: COUNTS.map((count) => [count]),
  discardText: [['WHO']],
  declineText: [['WHO']],
  longTitle: [...COUNTS.map((count) => [[count]]), ...COUNTS.map((count) => [Array.from({ length: count }, () => 1)])],
  longItem: COUNTS.map((count) => ['WHAT', count]),
  failed: [['answered'], ['cancelled']],
  reason: [['already_resolved'], ['orphaned'], ['WHY']],
  partialText: COUNTS.map((count) => [count, 100, 'WHO']),
  carried: [[1, 1], ...COUNTS.map((count) => [count, 100])],
  discussText: [['WHO']],
  questionCount: COUNTS.map((count) => [count]),
  moreWaiting: COUNTS.map((count) => [count]),
  canWait: COUNTS.map((count) => [count]),
  elsewhere: [['WHO'], [undefined]],
  waitingTitle: COUNTS.map((count) => [count]),
  notice: [['WHO'], [undefined]],
  hintTo: [['WHAT']],
  moreLines: COUNTS.map((count) => [count, 'WHICH']),
  waitIn: [['WHICH']],
};

const WORDS = /^(WHO|WHAT|WHICH|WHY)$/;

/** Returns every text of the messages, keyed by `key(arguments)`. `words` replaces the agent's texts. */
export function said({ locale: _, ...messages }: AskUserTerminalLanguage, words?: string): Record<string, string> {
  const texts: Record<string, string> = {};
  const theirs = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(theirs) : words && WORDS.test(String(value)) ? words : value;
  const add = (key: string, name: string, value: unknown): void => {
    if (typeof value === 'string') texts[name] = value;
    else if (typeof value === 'object')
      for (const [inner, text] of Object.entries(value ?? {})) add(key, `${name}.${inner}`, text);
    else {
      const calls = ARGUMENTS[key as keyof AskUserTerminalLanguage];
      if (!calls) throw new Error(`Say in ARGUMENTS what messages.${key} is called with.`);
      for (const args of calls) {
        const say = value as (...args: unknown[]) => string;
        texts[`${name}(${args.map((arg) => (Array.isArray(arg) ? arg.length : String(arg))).join(', ')})`] = say(
          ...args.map(theirs),
        );
      }
    }
  };
  for (const [key, value] of Object.entries(messages)) add(key, key, value);
  return texts;
}
