import type { AskUserLanguage } from '../../src/react/index.js';

const ACCENTS: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'û', c: 'ç', n: 'ñ', y: 'ý' };

/** Returns a text as in a pseudo locale: still readable, with letters that English lacks, and 40 % longer. */
function stretch(text: string): string {
  const accented = text.replaceAll(/\{asker\}|[aeioucny]/g, (found) => ACCENTS[found] ?? found);
  const more = Math.ceil(text.length * 0.4);
  return `${accented} ${'lorem ipsum dolor '
    .repeat(more)
    .slice(0, more - 1)
    .trim()}`;
}

/** Messages of a pseudo locale. Each is 40 % longer than the given one. */
export function pseudoLocale(messages: AskUserLanguage): AskUserLanguage {
  const longer = (value: unknown): unknown => {
    if (typeof value === 'string') return stretch(value);
    if (typeof value === 'function') return (...args: unknown[]) => stretch(String(Reflect.apply(value, null, args)));
    return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, longer(inner)]));
  };
  return { ...(longer(messages) as AskUserLanguage), locale: messages.locale };
}
