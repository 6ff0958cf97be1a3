import { act, cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { askForNotifications, useAskUserAttention, type UseAskUserAttentionOptions } from 'react-ask-user/attention';
import { ar } from 'react-ask-user/messages/ar';
import { de } from 'react-ask-user/messages/de';

const title = document.title;
let away = false;

beforeEach(() => {
  away = false;
  document.title = 'Chat';
  vi.spyOn(document, 'hasFocus').mockImplementation(() => !away);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.title = title;
});

function Attention(options: UseAskUserAttentionOptions) {
  useAskUserAttention(options);
  return null;
}

const mount = (options: UseAskUserAttentionOptions) => {
  const view = render(<Attention {...options} />);
  return { ...view, update: (next: UseAskUserAttentionOptions) => view.rerender(<Attention {...next} />) };
};

function leave(): void {
  away = true;
  window.dispatchEvent(new FocusEvent('blur'));
}

function comeBack(): void {
  away = false;
  window.dispatchEvent(new FocusEvent('focus'));
}

/** Document title with ordinary spaces. */
const shown = () => document.title.replaceAll('\u00a0', ' ');

describe('the document title', () => {
  it('shows the number of waiting requests only while the user is elsewhere [R-ATTENTION]', () => {
    mount({ waiting: 2 });
    expect(document.title).toBe('Chat');
    leave();
    expect(shown()).toBe('(2) Chat');
    comeBack();
    expect(document.title).toBe('Chat');
  });

  it('follows the number, and is restored when nothing is waiting [R-ATTENTION]', () => {
    leave();
    const { update } = mount({ waiting: 1 });
    expect(shown()).toBe('(1) Chat');
    update({ waiting: 3 });
    expect(shown()).toBe('(3) Chat');
    update({ waiting: 0 });
    expect(document.title).toBe('Chat');
  });

  it('shows the number in a hidden page that has focus [R-ATTENTION]', () => {
    mount({ waiting: 1 });
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(shown()).toBe('(1) Chat');
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(document.title).toBe('Chat');
  });

  it('is restored on unmount, which removes every listener [R-ATTENTION]', () => {
    const added = vi.spyOn(window, 'addEventListener');
    const removed = vi.spyOn(window, 'removeEventListener');
    leave();
    const { unmount } = mount({ waiting: 1 });
    expect(shown()).toBe('(1) Chat');
    unmount();
    expect(document.title).toBe('Chat');
    comeBack();
    leave();
    expect(document.title).toBe('Chat');
    const ours = ({ mock: { calls } }: typeof added | typeof removed) =>
      calls.map(([name]) => name).filter((name) => /^(focus|blur|visibilitychange)$/.test(name));
    expect(ours(added)).toHaveLength(3);
    expect(ours(removed)).toEqual(ours(added));
  });

  it('keeps a new title from the host, with the number in front [R-ATTENTION]', async () => {
    const { unmount } = mount({ waiting: 1 });
    leave();
    document.title = 'Chat 2';
    await expect.poll(shown).toBe('(1) Chat 2');
    comeBack();
    expect(document.title).toBe('Chat 2');
    leave();
    document.title = 'Chat 3';
    unmount();
    expect(document.title).toBe('Chat 3');
  });

  it('keeps a number that the host puts in front [R-ATTENTION]', async () => {
    mount({ waiting: 1 });
    leave();
    document.title = '(1) Inbox';
    await expect.poll(shown).toBe('(1) (1) Inbox');
    comeBack();
    expect(document.title).toBe('(1) Inbox');
  });

  it('is not changed after the user has come back [R-ATTENTION]', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    mount({ waiting: 1 });
    leave();
    comeBack();
    document.title = 'Chat 2';
    expect(vi.getTimerCount()).toBe(0);
    expect(document.title).toBe('Chat 2');
  });

  it('shows the sum of all hooks on the page [R-ATTENTION]', () => {
    leave();
    const one = mount({ waiting: 1 });
    const two = mount({ waiting: 2 });
    expect(shown()).toBe('(3) Chat');
    one.unmount();
    expect(shown()).toBe('(2) Chat');
    two.unmount();
    expect(document.title).toBe('Chat');
  });

  it('shows one number in StrictMode, and none after unmount [R-ATTENTION]', () => {
    leave();
    const { unmount } = render(
      <StrictMode>
        <Attention waiting={2} />
      </StrictMode>,
    );
    expect(shown()).toBe('(2) Chat');
    unmount();
    expect(document.title).toBe('Chat');
  });

  it.each([Number.NaN, -1, 0, 0.5])('ignores the number %s [R-ATTENTION]', (waiting) => {
    leave();
    mount({ waiting });
    expect(document.title).toBe('Chat');
  });

  it('stays unchanged with `title: false`, and formats the number for the language [R-ATTENTION]', () => {
    leave();
    const { update } = mount({ waiting: 1, title: false });
    expect(document.title).toBe('Chat');
    update({ waiting: 1200, messages: de });
    expect(shown()).toBe('(1.200) Chat');
  });

  it('is not changed during server rendering [R-ATTENTION]', () => {
    leave();
    expect(renderToString(<Attention waiting={1} />)).toBe('');
    expect(document.title).toBe('Chat');
  });
});

describe('the app badge', () => {
  it('shows the number until nothing is waiting, also while the user is present [R-ATTENTION]', () => {
    const set = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue();
    const clear = vi.spyOn(navigator, 'clearAppBadge').mockResolvedValue();
    const { update, unmount } = mount({ waiting: 2 });
    leave();
    update({ waiting: 1 });
    expect([set.mock.calls, clear.mock.calls]).toEqual([[[2], [1]], []]);
    update({ waiting: 0 });
    expect(clear).toHaveBeenCalledTimes(1);
    unmount();
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('is cleared on unmount, and not set with `badge: false` [R-ATTENTION]', () => {
    const set = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue();
    const clear = vi.spyOn(navigator, 'clearAppBadge').mockResolvedValue();
    mount({ waiting: 1, badge: false }).unmount();
    expect([set.mock.calls, clear.mock.calls]).toEqual([[], []]);
    mount({ waiting: 1 }).unmount();
    expect([set.mock.calls, clear.mock.calls]).toEqual([[[1]], [[]]]);
  });

  it('may be refused by the browser or unsupported [R-ATTENTION]', async () => {
    const rejected = vi.fn();
    window.addEventListener('unhandledrejection', rejected);
    onTestFinished(() => window.removeEventListener('unhandledrejection', rejected));
    vi.spyOn(navigator, 'setAppBadge').mockRejectedValue(new Error('no'));
    vi.spyOn(navigator, 'clearAppBadge').mockRejectedValue(new Error('no'));
    mount({ waiting: 1 }).unmount();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    vi.stubGlobal('navigator', { locks: navigator.locks });
    leave();
    mount({ waiting: 1 });
    expect(shown()).toBe('(1) Chat');
    expect(rejected).not.toHaveBeenCalled();
  });
});

/** Replaces `Notification`, because a headless browser shows none. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static requestPermission = vi.fn<() => Promise<NotificationPermission>>();
  static made: FakeNotification[] = [];
  readonly title: string;
  readonly options: NotificationOptions;
  closed = false;
  constructor(title: string, options: NotificationOptions = {}) {
    super();
    this.title = title;
    this.options = options;
    if (FakeNotification.permission === 'granted') FakeNotification.made.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

/** Polls by frames, because `expect.poll` would advance the fake timers. */
async function until(read: () => unknown, expected: unknown): Promise<void> {
  for (const end = performance.now() + 10_000; ; await new Promise((resolve) => requestAnimationFrame(resolve))) {
    try {
      return expect(await read()).toEqual(expected);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

const NOTICE = { id: 'r1', asker: 'Builder' };

function stubNotifications(permission: NotificationPermission = 'granted'): void {
  FakeNotification.permission = permission;
  FakeNotification.made = [];
  FakeNotification.requestPermission = vi.fn<() => Promise<NotificationPermission>>();
  vi.stubGlobal('Notification', FakeNotification);
}

/** Stubs `Notification` as on Android: pages cannot construct one. Returns a spy of the attempts. */
function stubIllegal(permission: NotificationPermission) {
  const construct = vi.fn<() => void>();
  class Illegal {
    static permission = permission;
    static requestPermission = vi.fn<() => void>();
    constructor() {
      construct();
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
    }
  }
  vi.stubGlobal('Notification', Illegal);
  return construct;
}

/** Locks of a question, each as `mode name`. */
async function locksOf(id = 'r1'): Promise<{ held: string[]; pending: string[] }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const ours = (locks: LockInfo[]) =>
    locks
      .filter(({ name }) => name?.endsWith(id))
      .map(({ name, mode }) => `${mode} ${name}`)
      .toSorted();
  return { held: ours(held), pending: ours(pending) };
}
const HERE = 'shared ask-user:present:r1';
const SPEAKER = 'exclusive ask-user:r1';
const SPEAKING = 'exclusive ask-user:present:r1';

/** Ends the current wait of the hook, and checks that nothing is shown 1 ms before its end. */
async function afterWait(ms: number): Promise<void> {
  await until(vi.getTimerCount, 1);
  const before = FakeNotification.made.length;
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(vi.getTimerCount()).toBe(1);
  expect(FakeNotification.made).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(1);
}

const notified = (...titles: string[]) => until(() => FakeNotification.made.map((one) => one.title), titles);
const ONE = 'Builder has a question';

describe('a notification', () => {
  beforeEach(() => {
    stubNotifications();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    cleanup();
    // Wait until no lock is left that could notify in the next test.
    await until(() => locksOf(), { held: [], pending: [] });
  });

  it('names the asker in a fixed sentence, silently and without the question [R-ATTENTION]', async () => {
    leave();
    mount({ waiting: 1, notify: { id: 'r1', asker: 'Buil\u202eder' } });
    await afterWait(1_000);
    await notified(ONE);
    expect(FakeNotification.made[0]?.options).toEqual({ tag: 'ask-user:r1', silent: true });
  });

  it('contains a shortened text from the host, in the given language [R-ATTENTION]', async () => {
    leave();
    mount({ waiting: 1, messages: ar, notify: { id: 'r1', body: `Which\n\u202e${'database '.repeat(40)}` } });
    await afterWait(1_000);
    await notified('هناك سؤال بانتظارك');
    const { body = '' } = FakeNotification.made[0]?.options ?? {};
    expect(body).toMatch(/^Which database database .*…$/);
    expect(body.length).toBeLessThanOrEqual(150);
  });

  it('is shown after 10 s for a question that the user saw before leaving [R-ATTENTION]', async () => {
    mount({ waiting: 1, notify: NOTICE });
    await until(() => locksOf(), { held: [SPEAKER, HERE].toSorted(), pending: [SPEAKING] });
    leave();
    await afterWait(10_000);
    await notified(ONE);
  });

  it('is not shown while the user is present, and waits again from the next departure [R-ATTENTION]', async () => {
    mount({ waiting: 1, notify: NOTICE });
    await until(() => locksOf(), { held: [SPEAKER, HERE].toSorted(), pending: [SPEAKING] });
    leave();
    await until(vi.getTimerCount, 1);
    comeBack();
    await until(async () => (await locksOf()).pending, [HERE]);
    leave();
    await vi.advanceTimersByTimeAsync(10_000);
    // The lock of the short visit comes first.
    await afterWait(10_000);
    await notified(ONE);
  });

  it('is not shown if the user comes back in time [R-ATTENTION]', async () => {
    leave();
    mount({ waiting: 1, notify: NOTICE });
    await until(vi.getTimerCount, 1);
    comeBack();
    await until(async () => (await locksOf()).pending, [HERE]);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => locksOf(), { held: [SPEAKER, HERE].toSorted(), pending: [SPEAKING] });
    expect(FakeNotification.made).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is shown once for a question whose hook mounts twice, and once for the next question [R-ATTENTION]', async () => {
    leave();
    const first = mount({ waiting: 1, notify: NOTICE });
    await afterWait(1_000);
    await notified(ONE);
    first.unmount();
    await until(() => locksOf(), { held: [], pending: [] });
    const again = mount({ waiting: 1, notify: NOTICE });
    await until(() => locksOf(), { held: [SPEAKER], pending: [] });
    expect(vi.getTimerCount()).toBe(0);
    again.update({ waiting: 1, notify: { id: 'r2' } });
    await afterWait(1_000);
    await notified(ONE, 'A question is waiting');
    again.unmount();
    await until(() => locksOf('r2'), { held: [], pending: [] });
  });

  it('is shown once in StrictMode [R-ATTENTION]', async () => {
    leave();
    render(
      <StrictMode>
        <Attention waiting={1} notify={NOTICE} />
      </StrictMode>,
    );
    await afterWait(1_000);
    await notified(ONE);
    await until(() => locksOf(), { held: [SPEAKER], pending: [] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is closed when the question is settled, and not earlier [R-ATTENTION]', async () => {
    leave();
    const { update } = mount({ waiting: 1, notify: NOTICE });
    await afterWait(1_000);
    await notified(ONE);
    update({ waiting: 1, notify: { ...NOTICE } });
    expect(FakeNotification.made[0]?.closed).toBe(false);
    update({ waiting: 0 });
    await until(() => FakeNotification.made[0]?.closed, true);
  });

  it('is not shown for a question that is settled first [R-ATTENTION]', async () => {
    leave();
    const { update } = mount({ waiting: 1, notify: NOTICE });
    await until(vi.getTimerCount, 1);
    update({ waiting: 0, notify: NOTICE });
    await until(() => locksOf(), { held: [], pending: [] });
    expect([vi.getTimerCount(), FakeNotification.made]).toEqual([0, []]);
  });

  it('focuses the window on a click, then calls the newest callback, and closes [R-ATTENTION]', async () => {
    leave();
    const order: string[] = [];
    vi.spyOn(window, 'focus').mockImplementation(() => void order.push('focus'));
    const { update } = mount({ waiting: 1, notify: NOTICE, onNotificationClick: () => void order.push('old') });
    await afterWait(1_000);
    await notified(ONE);
    update({ waiting: 1, notify: NOTICE, onNotificationClick: () => void order.push('new') });
    FakeNotification.made[0]?.dispatchEvent(new Event('click'));
    expect(order).toEqual(['focus', 'new']);
    expect(FakeNotification.made[0]?.closed).toBe(true);
  });

  it.each(['default', 'denied'] as const)('is not shown with permission %s [R-ATTENTION]', async (permission) => {
    const construct = stubIllegal(permission);
    const query = vi.spyOn(navigator.permissions, 'query');
    leave();
    mount({ waiting: 1, notify: NOTICE });
    await act(async () => void (await Promise.allSettled(query.mock.results.map(({ value }) => value as unknown))));
    expect(await locksOf()).toEqual({ held: [], pending: [] });
    expect(vi.getTimerCount()).toBe(0);
    expect(construct).not.toHaveBeenCalled();
    expect(Notification.requestPermission).not.toHaveBeenCalled();
    expect(shown()).toBe('(1) Chat');
  });

  it('is shown after the user grants permission, without a new mount [R-ATTENTION]', async () => {
    stubNotifications('default');
    const status = Object.assign(new EventTarget(), { state: 'prompt' });
    vi.spyOn(navigator.permissions, 'query').mockResolvedValue(status as PermissionStatus);
    const listen = vi.spyOn(status, 'addEventListener');
    mount({ waiting: 1, notify: NOTICE });
    await until(() => listen.mock.calls.length, 1);
    FakeNotification.permission = 'granted';
    status.state = 'granted';
    status.dispatchEvent(new Event('change'));
    await until(() => locksOf(), { held: [SPEAKER, HERE].toSorted(), pending: [SPEAKING] });
    leave();
    await afterWait(10_000);
    await notified(ONE);
  });

  it('is not shown if the constructor throws, as on Android [R-ATTENTION]', async () => {
    const construct = stubIllegal('granted');
    leave();
    mount({ waiting: 1, notify: NOTICE });
    await until(vi.getTimerCount, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => construct.mock.calls.length, 1);
    expect(shown()).toBe('(1) Chat');
    expect(localStorage.getItem('ask-user-notified')).toBeNull();
  });

  it.each(['Notification', 'locks', 'permissions'])(
    'is not shown in a browser without %s [R-ATTENTION]',
    async (name) => {
      if (name === 'Notification') vi.stubGlobal('Notification', undefined);
      else {
        if (name === 'permissions') stubNotifications('default');
        Object.defineProperty(navigator, name, { value: undefined, configurable: true });
        onTestFinished(() => void Reflect.deleteProperty(navigator, name));
      }
      leave();
      mount({ waiting: 1, notify: NOTICE });
      await act(async () => {});
      expect(shown()).toBe('(1) Chat');
      Reflect.deleteProperty(navigator, name);
      expect([vi.getTimerCount(), FakeNotification.made]).toEqual([0, []]);
    },
  );

  it('is shown without a storage, and with broken data in it [R-ATTENTION]', async () => {
    localStorage.setItem('ask-user-notified', '{');
    leave();
    const first = mount({ waiting: 1, notify: NOTICE });
    await afterWait(1_000);
    await notified(ONE);
    expect(localStorage.getItem('ask-user-notified')).toBe('["r1"]');
    first.unmount();
    await until(() => locksOf(), { held: [], pending: [] });
    const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    mount({ waiting: 1, notify: NOTICE });
    await afterWait(1_000);
    await notified(ONE, ONE);
    storage.mockRestore();
  });

  it('is remembered for the newest 20 questions [R-ATTENTION]', async () => {
    localStorage.setItem('ask-user-notified', JSON.stringify(Array.from({ length: 20 }, (_, at) => `old-${at}`)));
    leave();
    mount({ waiting: 1, notify: NOTICE });
    await afterWait(1_000);
    await notified(ONE);
    const ids = JSON.parse(localStorage.getItem('ask-user-notified') ?? '[]') as string[];
    expect([ids.length, ids[0], ids[1], ids[19]]).toEqual([20, 'r1', 'old-0', 'old-18']);
  });
});

describe('askForNotifications', () => {
  /** Clicks a button that calls `askForNotifications`, and returns the result. */
  async function pressed(): Promise<unknown> {
    let asked: Promise<unknown> | undefined;
    const view = render(
      <button type="button" onClick={() => (asked = askForNotifications())}>
        Tell me
      </button>,
    );
    await userEvent.click(view.getByRole('button'));
    view.unmount();
    return asked;
  }

  it('asks for permission on a click, and returns the decision [R-ATTENTION]', async () => {
    stubNotifications('default');
    FakeNotification.requestPermission.mockResolvedValue('granted');
    expect(await pressed()).toBe('granted');
    expect(FakeNotification.requestPermission).toHaveBeenCalledTimes(1);
    expect(FakeNotification.made).toEqual([]);
  });

  it('does not ask without a user gesture [R-ATTENTION]', async () => {
    stubNotifications('default');
    vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: false, hasBeenActive: true });
    expect(await askForNotifications()).toBe('default');
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });

  it.each(['granted', 'denied'] as const)('does not ask again after %s [R-ATTENTION]', async (permission) => {
    stubNotifications(permission);
    expect(await pressed()).toBe(permission);
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
    expect(FakeNotification.made).toEqual([]);
  });

  it('returns the current state if the request rejects [R-ATTENTION]', async () => {
    stubNotifications('default');
    FakeNotification.requestPermission.mockRejectedValue(new TypeError('no'));
    expect(await pressed()).toBe('default');
  });

  it('does not ask if the browser cannot show a notification [R-ATTENTION]', async () => {
    stubIllegal('default');
    expect(await pressed()).toBe('unsupported');
    expect(Notification.requestPermission).not.toHaveBeenCalled();
    vi.stubGlobal('Notification', undefined);
    expect(await pressed()).toBe('unsupported');
  });
});
