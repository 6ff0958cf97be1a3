'use client';
import { useEffect, useState, type ReactNode } from 'react';
import { part } from './anatomy.js';
import { arrivalText } from '../focus/announce-arrival.js';
import { AnnouncerContext, type AskUserContextValue, type AnnounceArrival } from './context.js';
import { createLiveRegions } from './live-regions.js';
import { getUserActivity } from '../focus/user-activity.js';

// Time in milliseconds between two texts, and before the first one. Screen readers may not read a live region that was
// just mounted.
const GAP_MS = 150;

const MAX_REMEMBERED = 100;

function createAnnouncer() {
  const { status, alert, announce, silence } = createLiveRegions();
  let announcedIds: readonly (string | undefined)[] = [];
  const queue = new Set<AskUserContextValue>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announceNext = () => {
    timer = undefined;
    const [next] = queue;
    if (next) {
      queue.delete(next);
      const text = arrivalText(next);
      const wasAnnounced = next.id !== undefined && announcedIds.includes(next.id);
      if (text !== undefined && !wasAnnounced) {
        announcedIds = [next.id, ...announcedIds].slice(0, MAX_REMEMBERED);
        announce(text);
      }
    }
    start();
  };
  const start = () => {
    if (queue.size > 0) timer ??= setTimeout(announceNext, GAP_MS);
  };
  const announceArrival: AnnounceArrival = (ask) => {
    queue.add(ask);
    start();
    return () => queue.delete(ask);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    silence();
  };
  return { status, alert, announceArrival, start, stop };
}

/** Props of `AskUserAnnouncer`. */
export interface AskUserAnnouncerProps {
  /** Your app, with the dialogs. */
  children?: ReactNode;
}

/**
 * Renders two visually hidden live regions before its children, and announces arriving requests in the polite one.
 * Place it once near the root of your app. Without this component, each card announces its arrival.
 *
 * A request is not announced again while its `requestId` prop is among those of the last 100 announced. `AskUserQueue`
 * sets that prop to the instance ID. With this component, `autoFocus="follow"` also detects messages that were sent
 * before the first card was mounted.
 */
export function AskUserAnnouncer({ children }: AskUserAnnouncerProps): ReactNode {
  const [{ status, alert, announceArrival, start, stop }] = useState(createAnnouncer);
  useEffect(() => {
    // In StrictMode, restart the announcements that the cleanup stopped.
    start();
    return stop;
  }, [start, stop]);
  useEffect(() => {
    // For `autoFocus="follow"`: record messages before the first card is mounted.
    if (status.current) getUserActivity(status.current.ownerDocument);
  }, [status]);
  return (
    <AnnouncerContext.Provider value={announceArrival}>
      <div {...part('status')} ref={status} aria-live="polite" role="status" />
      <div {...part('alert')} ref={alert} aria-live="assertive" role="alert" />
      {children}
    </AnnouncerContext.Provider>
  );
}
