import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { useAskUser } from '../../../src/react/index.js';
import { ask, button, cleanUpAfterEach, click, field, frame } from '../../helpers/browser/card.js';
import { insertText, press, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** Longest line whose direction the browser detects, in UTF-16 code units. */
const LONGEST = 20_000;

function Headless(): ReactNode {
  const { getRootProps, activeQuestion } = useAskUser([NAME]);
  return (
    <div {...getRootProps({ 'aria-label': 'Questions' })}>
      <h2 {...activeQuestion?.getHeadingProps()}>{NAME.question}</h2>
      <textarea {...activeQuestion?.getFieldProps()} />
      <label htmlFor={activeQuestion?.getNotesProps().id}>Note</label>
      <textarea {...activeQuestion?.getNotesProps()} />
    </div>
  );
}

const FIELDS: readonly [string, () => Promise<HTMLTextAreaElement>][] = [
  [
    'the dialog',
    async () => {
      ask([NAME]);
      return field(/name of/);
    },
  ],
  [
    'a note in the dialog',
    async () => {
      ask([NAME]);
      await click(button('Add a note'));
      return field(/Note/);
    },
  ],
  [
    'a UI with prop getters',
    async () => {
      render(<Headless />);
      return field(/name of/);
    },
  ],
  [
    'a note in a UI with prop getters',
    async () => {
      render(<Headless />);
      return field('Note');
    },
  ],
];

const shownAs = (area: HTMLTextAreaElement) => {
  const { direction, unicodeBidi } = getComputedStyle(area);
  return [area.dir, direction, unicodeBidi === 'plaintext' ? 'each line by itself' : 'all lines'].join(', ');
};

describe.each(FIELDS)('a long line in %s', (_, open) => {
  it('gets its direction from a script above 20,000 characters, and from the browser below [R-LONG]', async () => {
    const area = await open();
    await mouseClick(area);
    await insertText('x'.repeat(LONGEST));
    expect([area.value.length, shownAs(area)]).toEqual([LONGEST, 'auto, ltr, each line by itself']);
    await press('a');
    await expect.poll(() => shownAs(area), SOON).toBe('ltr, ltr, all lines');
    await press('Backspace');
    await expect.poll(() => shownAs(area), SOON).toBe('auto, ltr, each line by itself');
    expect(area.value).toBe('x'.repeat(LONGEST));
  });

  it('is shown from right to left if its first letter is Hebrew [R-LONG]', async () => {
    const area = await open();
    await mouseClick(area);
    await insertText(`1) ${'ש'.repeat(LONGEST)}`);
    await expect.poll(() => shownAs(area), SOON).toBe('rtl, rtl, all lines');
  });

  it('keeps the direction of each line if the text has line breaks [R-LONG]', async () => {
    const area = await open();
    await mouseClick(area);
    await insertText('x'.repeat(LONGEST));
    await press('Enter', { shift: true });
    await insertText('ש'.repeat(LONGEST));
    await expect.poll(() => area.value.length, SOON).toBe(2 * LONGEST + 1);
    expect(shownAs(area)).toBe('auto, ltr, each line by itself');
  });
});

describe('the cost of a key in a long line', () => {
  beforeAll(() => cdp().send('Performance.enable', { timeDomain: 'threadTicks' }));

  /** Shortest CPU time of several layouts after a key, in seconds. Other work disturbs the shortest one least. */
  async function layoutOfAKey(area: HTMLTextAreaElement, length: number): Promise<number> {
    area.setSelectionRange(area.value.length, area.value.length);
    await insertText('x'.repeat(length - area.value.length));
    const layout = async () => {
      await frame();
      const { metrics } = await cdp().send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'LayoutDuration')?.value ?? NaN;
    };
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const before = await layout();
      await press('x');
      times.push((await layout()) - before);
    }
    return Math.min(...times);
  }

  it.each([FIELDS[0]!, FIELDS[2]!])('does not grow quadratically with its length in %s [R-LONG]', async (_, open) => {
    const area = await open();
    await mouseClick(area);
    const short = await layoutOfAKey(area, 50_000);
    const long = await layoutOfAKey(area, 400_000);
    // Eight times the length costs 8 times as much if the cost is linear, and about 50 times if it is quadratic.
    expect(short).toBeGreaterThan(0);
    expect(long / short).toBeLessThan(25);
  });
});
