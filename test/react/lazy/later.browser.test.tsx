import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { later, useLater, whenLoaded, type Later } from '../../../src/react/lazy/later.js';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';

cleanUpAfterEach();

/** Renders the value that the hook returns. */
function Probe({ file, needed }: { file: Later<string>; needed?: boolean }) {
  return <p>{String(useLater(file, needed))}</p>;
}

const shown = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);

/** Waits for the updates of settled promises. */
const settled = () => act(async () => {});

const once = () => vi.fn(() => Promise.resolve('file'));
const failingOnce = () => once().mockRejectedValueOnce(new TypeError('Failed to fetch'));

describe('a file that is loaded later', () => {
  it('is loaded once, when it is first needed', async () => {
    const load = once();
    const file = later(load);
    const { rerender } = render(<Probe file={file} needed={false} />);
    await settled();
    expect([shown(), load.mock.calls.length]).toEqual([['undefined'], 0]);
    rerender(<Probe file={file} />);
    expect(shown()).toEqual(['undefined']);
    await settled();
    expect(shown()).toEqual(['file']);
    rerender(
      <>
        <Probe file={file} />
        <Probe file={file} needed={false} />
      </>,
    );
    expect([shown(), load.mock.calls.length]).toEqual([['file', 'undefined'], 1]);
  });

  it('is null after a failure, until the next component that needs it', async () => {
    const file = later(failingOnce());
    const { rerender } = render(<Probe file={file} />);
    await settled();
    expect(shown()).toEqual(['null']);
    rerender(
      <>
        <Probe file={file} />
        <Probe file={file} />
      </>,
    );
    await settled();
    expect(shown()).toEqual(['file', 'file']);
  });

  it('is used in the order of the calls, although each import of a browser may settle in another', async () => {
    const load = once();
    const file = later(load);
    const used: string[] = [];
    for (const name of ['one', 'two', 'three']) whenLoaded(file, () => void used.push(name));
    await file.load();
    expect([used, load.mock.calls.length]).toEqual([['one', 'two', 'three'], 1]);
  });

  it('is not used after a stop, which also stops what uses it', async () => {
    const file = later(once());
    const calls: string[] = [];
    whenLoaded(file, () => void calls.push('used'))();
    const stop = whenLoaded(file, () => () => void calls.push('stopped'));
    await file.load();
    expect(calls).toEqual([]);
    stop();
    expect(calls).toEqual(['stopped']);
  });

  it('is replaced by `fail` if it cannot be loaded, unless that was stopped', async () => {
    const file = later(failingOnce());
    const calls: string[] = [];
    const use = (text: string) => void calls.push(text);
    whenLoaded(file, use, () => calls.push('failed'));
    whenLoaded(file, use, () => calls.push('failed after a stop'))();
    expect(await file.load()).toBeNull();
    expect(await file.load()).toBe('file');
    expect(calls).toEqual(['failed']);
  });
});
