import { parseArgs, type ParseArgsConfig } from 'node:util';
import { COMMAND } from './command.js';
import { CliError, EXIT } from './exit.js';

export const usageError = (message: string, command?: string): CliError =>
  new CliError(`${message} See: ${COMMAND} ${command === undefined ? '' : `${command} `}--help`, EXIT.usage);

type Options = NonNullable<ParseArgsConfig['options']>;

function explain(error: unknown, options: Options, command: string): CliError {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const unknown = /^Unknown option '(-[^']*)'/.exec(first)?.[1];
  const valueless = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(first)?.[1];
  if (valueless !== undefined) {
    return usageError(`${valueless} requires a value. If it begins with "-", write ${valueless}=-VALUE.`, command);
  }
  if (unknown === undefined) return usageError(`${first.replace(/\.$/, '')}.`, command);
  const names = Object.keys(options).map((name) => `--${name}`);
  return usageError(`Unknown option ${unknown}.${didYouMean(unknown, names)}`, command);
}

/**
 * Joins an option that takes a value with a following word such as `-1`, which `parseArgs` refuses as a separate
 * argument. Stops at `--`.
 */
function joined(args: readonly string[], options: Options): string[] {
  const end = args.indexOf('--');
  const words: string[] = [];
  for (const [i, word] of args.entries()) {
    const last = words.at(-1) ?? '';
    const takes = (end < 0 || i < end) && options[last.replace(/^--/, '')]?.type === 'string' && last.startsWith('--');
    if (takes && /^-\d/.test(word)) words[words.length - 1] = `${last}=${word}`;
    else words.push(word);
  }
  return words;
}

export function readArgs<const O extends Options>(
  command: string,
  args: readonly string[],
  options: O,
  positionals: readonly string[],
) {
  let parsed;
  try {
    parsed = parseArgs({ args: joined(args, options), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw explain(error, options, command);
  }
  const extra = parsed.positionals[positionals.length];
  if (extra !== undefined) {
    const takes = positionals.length > 0 ? positionals.join(' ') : 'options only';
    throw usageError(`Unexpected argument "${extra}". ${command} takes ${takes}.`, command);
  }
  return parsed;
}

/**
 * Returns the number of typing errors between two words. Extra, missing and different characters count, and so do two
 * neighbors in the wrong order.
 */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export function didYouMean(name: string, names: readonly string[]): string {
  // A long word is a paste, not a typing error.
  if (name.length > 40) return '';
  const [best] = names
    .map((one) => ({ one, far: distance(plain(name), plain(one)) }))
    .filter(({ far }) => far <= Math.max(1, Math.floor(plain(name).length / 3)))
    .sort((a, b) => a.far - b.far);
  return best ? ` Did you mean "${best.one}"?` : '';
}
