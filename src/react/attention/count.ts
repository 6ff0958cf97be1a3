import { isAway, watchAway } from './presence.js';

export interface Count {
  waiting: number;
  /** Formats the mark in front of the title; `undefined` leaves the title as it is. */
  mark: ((waiting: number) => string) | undefined;
  badge: boolean;
}

/** The counts of every hook, by owner. A page has one title and one badge, which show their sum. */
const counts = new Map<object, Count>();
let shownMark = '';
let shownBadge = 0;
let unwatch: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let observer: MutationObserver | undefined;

/** Shows a hook's count until the next call for the same owner. `undefined` removes it. */
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
  let mark: Count['mark'];
  for (const count of counts.values()) {
    if (count.badge) onBadge += count.waiting;
    if (!count.mark) continue;
    waiting += count.waiting;
    ({ mark } = count);
  }
  // A no-break space: a host that counts in its title writes an ordinary one, so its marks are not mistaken for ours.
  showMark(mark && waiting > 0 && isAway() ? `${mark(waiting)}\u00a0` : '');
  showBadge(onBadge);
}

function showMark(mark: string): void {
  const { title } = document;
  // A title that the host has set meanwhile has no mark and stays.
  const bare = title.startsWith(shownMark) ? title.slice(shownMark.length) : title;
  shownMark = mark;
  if (mark + bare !== title) document.title = mark + bare;
  if (mark) watchTitle();
  else {
    observer?.disconnect();
    observer = undefined;
  }
}

/** Puts the mark in front of a title that the host sets while the user is away. */
function watchTitle(): void {
  if (observer) return;
  observer = new MutationObserver(() => {
    // In a task, so that a page that insists on its title cannot make an endless loop with this.
    if (!document.title.startsWith(shownMark)) timer ??= setTimeout(show);
  });
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
}

function showBadge(waiting: number): void {
  if (waiting === shownBadge) return;
  shownBadge = waiting;
  // Some browsers have no badges, and a refused badge needs no handling.
  const done = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  done?.catch(() => {});
}
