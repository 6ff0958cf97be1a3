import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLater } from '../../packages/ask-user/src/later.js';
import { createNotice } from '../../packages/ask-user/src/notice.js';
import { reportProgress } from '../../packages/ask-user/src/progress.js';
import type { AskUserResult } from '../../src/core/answer/types.js';

afterEach(() => vi.useRealTimers());

function deferred() {
  let resolve!: (result: AskUserResult) => void;
  const promise = new Promise<AskUserResult>((done) => (resolve = done));
  return { promise, resolve };
}

describe('progress of a waiting call [R-MCP]', () => {
  it('is told every 10 s, until the call ends, so that no client stops it after 60 s', () => {
    vi.useFakeTimers();
    const notify = vi.fn<(method: string, params: object) => void>();
    let message: string | undefined;
    const stop = reportProgress({ progressToken: 'p', notify }, () => message);
    vi.advanceTimersByTime(60_000);
    message = 'No page shows the question. Open it in your browser: file:///q.html';
    vi.advanceTimersByTime(15_000);
    expect(notify.mock.calls.map(([, params]) => params)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((progress) => ({ progressToken: 'p', progress, message: 'Waiting for the user' })),
      { progressToken: 'p', progress: 7, message },
    ]);
    stop();
    vi.advanceTimersByTime(75_000);
    expect(notify).toHaveBeenCalledTimes(7);
  });

  it('is told only to a client that wants to know', () => {
    vi.useFakeTimers();
    const notify = vi.fn<(method: string, params: object) => void>();
    reportProgress({ progressToken: undefined, notify }, () => undefined);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the title of the terminal [R-MCP]', () => {
  it('is set with the first waiting question, and restored with the last', () => {
    const written: string[] = [];
    const notice = createNotice((text) => written.push(text));
    const [first, second] = [notice.begin(), notice.begin()];
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('A question waits');
    first();
    first();
    expect(written).toHaveLength(1);
    second();
    expect(written).toHaveLength(2);
    notice.close();
    expect(written).toHaveLength(2);
  });

  it('is restored if the server ends meanwhile', () => {
    const written: string[] = [];
    const notice = createNotice((text) => written.push(text));
    const end = notice.begin();
    notice.close();
    end();
    expect(written).toHaveLength(2);
  });
});

describe('questions that the agent does not wait for [R-AHEAD]', () => {
  const request = { requestId: 'r', questions: [] };
  const cancelled: AskUserResult = { status: 'cancelled' };
  const { signal } = new AbortController();

  const asked = (result: Promise<AskUserResult>) => ({ request, input: {}, result });

  it('are returned once, in the order in which they were asked', async () => {
    const later = createLater({ write() {} });
    const late = deferred();
    const [first, second] = [later.add(asked(late.promise)), later.add(asked(Promise.resolve(cancelled)))];
    const taken = later.take(undefined, signal);
    late.resolve({ status: 'timedOut' });
    expect(await taken).toEqual([
      { id: first, request, result: { status: 'timedOut' } },
      { id: second, request, result: cancelled },
    ]);
    expect(later.unknown([first, second])).toEqual([first, second]);
    expect(await later.take(undefined, signal)).toEqual([]);
  });

  it('are not lost if a wait for them is cancelled', async () => {
    const later = createLater({ write() {} });
    const late = deferred();
    const id = later.add(asked(late.promise));
    expect(await later.take([id], AbortSignal.abort())).toBeUndefined();
    late.resolve(cancelled);
    expect(await later.take([id], signal)).toEqual([{ id, request, result: cancelled }]);
  });
});
