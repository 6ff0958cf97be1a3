export interface Count {
  waiting: number;
  /** Formats the prefix of the page's title. If it is `undefined`, the count is not shown in the title. */
  prefix: ((waiting: number) => string) | undefined;
  badge: boolean;
}

/** Counts of all mounted hooks, by owner. The title and the badge each show the sum of the counts that use them. */
const counts = new Map<object, Count>();
let shownPrefix = '';
let shownBadge = 0;
let unwatch: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let observer: MutationObserver | undefined;

export function setCount(owner: object, count: Count | undefined): void {
  if (count) counts.set(owner, count);
  else counts.delete(owner);
  if (counts.size > 0) unwatch ??= watchAway(show);
  else {
    unwatch?.();
    unwatch = undefined;
  }
  show();
}

function show(): void {
  clearTimeout(timer);
  timer = undefined;
  let waiting = 0;
  let onBadge = 0;
  let prefix: Count['prefix'];
  for (const count of counts.values()) {
    if (count.badge) onBadge += count.waiting;
    if (!count.prefix) continue;
    waiting += count.waiting;
    ({ prefix } = count);
  }
  // The no-break space distinguishes this prefix from a count that the host itself puts at the start of the title.
  showPrefix(prefix && waiting > 0 && isAway() ? `${prefix(waiting)}\u00a0` : '');
  showBadge(onBadge);
}

function showPrefix(prefix: string): void {
  const { title } = document;
  // A title that the host has set in the meantime may have no prefix.
  const titleWithoutPrefix = title.startsWith(shownPrefix) ? title.slice(shownPrefix.length) : title;
  shownPrefix = prefix;
  if (prefix + titleWithoutPrefix !== title) document.title = prefix + titleWithoutPrefix;
  if (prefix) watchTitle();
  else {
    observer?.disconnect();
    observer = undefined;
  }
}

/** Adds the prefix again if the host sets the title while the user is elsewhere. */
function watchTitle(): void {
  if (observer) return;
  observer = new MutationObserver(() => {
    // Update in a task: if the page also restores its title in an observer, microtasks would loop and block the page.
    if (!document.title.startsWith(shownPrefix)) timer ??= setTimeout(show);
  });
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
}

function showBadge(waiting: number): void {
  if (waiting === shownBadge) return;
  shownBadge = waiting;
  // Some browsers do not support badges. A refused badge needs no handling.
  const done = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  done?.catch(() => {});
}

const EVENTS = ['focus', 'blur', 'visibilitychange'] as const;

/** Whether the page is hidden or does not have focus. A page has focus if a frame in it has. */
export const isAway = (): boolean => document.hidden || !document.hasFocus();

export function watchAway(listener: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, listener);
  };
}
