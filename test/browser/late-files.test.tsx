import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AskUserAnnouncer, AskUserDialog } from '../../src/react/index.js';
import { ask, cleanUpAfterEach, field, focused, loaded } from '../helpers/browser/card.js';
import { fill, press } from '../helpers/browser/keys.js';
import { NAME } from '../helpers/browser/questions.js';

/** What the test runner makes every import() go through. */
type Runner = { wrapDynamicImport: (load: () => Promise<unknown>) => Promise<unknown> };
const { __vitest_browser_runner__: runner } = globalThis as unknown as { __vitest_browser_runner__: Runner };

const IF_IDLE = { autoFocus: 'if-idle' } as const;

cleanUpAfterEach();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // A deployment has replaced them, or the network is gone.
  vi.spyOn(runner, 'wrapDynamicImport').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => void vi.useRealTimers());

it('without the file for drafts there are none, and everything else goes on [R-REPLAY]', async () => {
  const storage = { get: vi.fn(), set: vi.fn(), remove: vi.fn() };
  const { onSubmit, unmount } = ask([NAME], { requestId: 'r1', draftStorage: storage });
  await loaded();
  await fill(field(/name of/), 'orders');
  await press('Enter');
  expect(onSubmit).toHaveBeenCalledOnce();
  unmount();
  expect(runner.wrapDynamicImport).toHaveBeenCalled();
  expect(storage.set).not.toHaveBeenCalled();
});

it('without the file that knows who is idle the focus stays, and the request is told [A65 A79]', async () => {
  const composer = createRef<HTMLTextAreaElement>();
  render(
    <AskUserAnnouncer>
      <textarea aria-label="Message" ref={composer} />
      <AskUserDialog questions={[NAME]} {...IF_IDLE} returnFocusTo={composer} />
    </AskUserAnnouncer>,
  );
  const told = screen.getAllByRole('status')[0];
  await loaded();
  vi.advanceTimersByTime(200);
  expect(told).toHaveTextContent('Assistant has a question: What is the name of the service?');
  vi.advanceTimersByTime(3000);
  expect(focused()).toBe('body');
});
