import { describe, expect, it } from 'vitest';
import { askPlainly } from '../../src/pi/plain.js';
import type { PiUi } from '../../src/pi/types.js';
import { DATABASE, FEATURES, NAME, requestOf } from '../terminal/at-terminal.js';

/** The user selects the row with this text, types the text, confirms with `true`, or closes the dialog with `undefined`. */
type Step = string | boolean | undefined;

/** Runs the dialogs with the steps of a user, and returns the result with the titles of the dialogs. */
async function run(questions: readonly unknown[], steps: readonly Step[], signal?: AbortSignal) {
  const titles: string[] = [];
  const left = [...steps];
  const next = (title: string): Step => {
    titles.push(title);
    if (left.length === 0 && !signal?.aborted) throw new Error(`Nothing to do in: ${title}`);
    return left.shift();
  };
  const ui = {
    async select(title: string, options: string[]) {
      const step = next(title);
      if (step === undefined) return undefined;
      const row = options.find((option) => option.includes(String(step)));
      if (row === undefined) throw new Error(`No row ${String(step)} in: ${options.join(', ')}`);
      return row;
    },
    input: async (title: string) => next(title) as string | undefined,
    confirm: async (title: string) => next(title) === true,
  } as object as PiUi;
  const result = await askPlainly(ui, requestOf(questions), signal);
  return { result, titles, answers: result.status === 'answered' ? result.answers.map(({ text }) => text) : undefined };
}

describe('the plain dialogs of pi [R-PI]', () => {
  it('answer each question', async () => {
    const { answers } = await run(
      [DATABASE, FEATURES, NAME],
      ['SQLite', 'REST API', 'Admin Dashboard', 'Done', ' ', 'orders'],
    );
    expect(answers).toEqual(['SQLite', 'REST API, Admin Dashboard', 'orders']);
  });

  it('return to the options if the text of Other is closed or blank', async () => {
    const { answers } = await run([DATABASE], ['Other', undefined, 'Other', ' ', 'Other', 'Turso']);
    expect(answers).toEqual(['Turso']);
  });

  it('keep the options that are selected unless the user discards them', async () => {
    const { answers, titles } = await run([FEATURES], ['REST API', undefined, false, 'Admin Dashboard', 'Done']);
    expect(answers).toEqual(['REST API, Admin Dashboard']);
    expect(titles).toContain('Discard 1 answer?');
    const { result } = await run([FEATURES], ['REST API', undefined, true]);
    expect(result).toEqual({ status: 'cancelled' });
  });

  it('cancel at once if nothing is entered, and ask before answers are discarded', async () => {
    expect((await run([DATABASE], [undefined])).result).toEqual({ status: 'cancelled' });
    const { result, titles } = await run([DATABASE, NAME], ['SQLite', undefined, false, undefined, true]);
    expect(result).toEqual({ status: 'cancelled' });
    expect(titles.filter((title) => title === 'Discard 1 answer?')).toHaveLength(2);
  });

  it('settle as aborted if the agent stops', async () => {
    for (const questions of [[DATABASE], [FEATURES], [NAME]]) {
      const { result } = await run(questions, [], AbortSignal.abort());
      expect(result).toEqual({ status: 'aborted' });
    }
  });
});
