import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AskUserAnnouncer, AskUserDialog } from '../../../src/react/index.js';
import { cleanUpAfterEach, focused, loaded } from '../../helpers/browser/card.js';
import { NAME } from '../../helpers/browser/questions.js';

/** The wrapper of the test runner around every `import()`. */
type Runner = { wrapDynamicImport: (load: () => Promise<unknown>) => Promise<unknown> };
const { __vitest_browser_runner__: runner } = globalThis as unknown as { __vitest_browser_runner__: Runner };

const IF_IDLE = { autoFocus: 'if-idle' } as const;

cleanUpAfterEach();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Imports fail as after a new deployment or without a network.
  vi.spyOn(runner, 'wrapDynamicImport').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => void vi.useRealTimers());

it('focus stays in place without the chunk for if-idle, and the request is announced [A65 A79]', async () => {
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
