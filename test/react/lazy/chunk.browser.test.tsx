import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createChunk, type UseChunk } from '../../../src/react/lazy/load.js';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';

cleanUpAfterEach();

/** Renders the value that the hook returns. */
function Probe({ use, needed = true }: { use: UseChunk<string>; needed?: boolean }) {
  return <p>{String(use(needed))}</p>;
}

const shown = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);

/** Waits for the updates of settled promises. */
const settled = () => act(async () => {});

it('a chunk is loaded once, when it is first needed', async () => {
  const load = vi.fn(() => Promise.resolve('file'));
  const useFile = createChunk(load);
  const { rerender } = render(<Probe use={useFile} needed={false} />);
  await settled();
  expect([shown(), load.mock.calls.length]).toEqual([['undefined'], 0]);
  rerender(<Probe use={useFile} />);
  expect(shown()).toEqual(['undefined']);
  await settled();
  expect(shown()).toEqual(['file']);
  rerender(
    <>
      <Probe use={useFile} />
      <Probe use={useFile} needed={false} />
    </>,
  );
  expect([shown(), load.mock.calls.length]).toEqual([['file', 'file'], 1]);
});

it('a chunk that could not be loaded is null until the next component loads it', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('file');
  const useFile = createChunk<string>(load);
  const { rerender } = render(<Probe use={useFile} />);
  await settled();
  expect(shown()).toEqual(['null']);
  rerender(
    <>
      <Probe use={useFile} />
      <Probe use={useFile} />
    </>,
  );
  await settled();
  expect(shown()).toEqual(['file', 'file']);
});

it('a chunk can be loaded in advance', async () => {
  const useFile = createChunk(() => Promise.resolve('file'));
  await useFile.load();
  render(<Probe use={useFile} />);
  expect(shown()).toEqual(['file']);
});

it('a loaded chunk stays if an earlier attempt fails afterwards', async () => {
  let fail: (reason: Error) => void = () => {};
  const late = new Promise<string>((_, reject) => (fail = reject));
  const load = vi.fn().mockReturnValueOnce(late).mockResolvedValue('file');
  const useFile = createChunk<string>(load);
  render(<Probe use={useFile} />);
  await act(() => useFile.load());
  expect(shown()).toEqual(['file']);
  fail(new TypeError('Failed to fetch'));
  await settled();
  expect(shown()).toEqual(['file']);
});
