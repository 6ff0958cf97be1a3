'use client';
import { createRef, useEffect, useState, type ReactNode } from 'react';
import { part } from './anatomy.js';
import { arrivalText } from './arrival.js';
import { AnnouncerContext, type AskUserContextValue, type SayArrival } from './context.js';
import { createLiveRegions } from './live-regions.js';
import { trailOf } from './trail.js';

// Between two texts, and before the first: a region that has only just been mounted is not listened to yet.
const GAP_MS = 150;

/** Requests that are known by their ids: more do not wait at a time. */
const KNOWN = 100;

function createAnnouncer() {
  const status = createRef<HTMLDivElement>();
  const alert = createRef<HTMLDivElement>();
  const { announce, silence } = createLiveRegions({ status, alert });
  let known: readonly (string | undefined)[] = [];
  const queue: AskUserContextValue[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    timer = undefined;
    const ask = queue.shift();
    // Gone by now, or said when it was there before.
    if (ask?.card.current && !(ask.id !== undefined && known.includes(ask.id))) {
      known = [ask.id, ...known].slice(0, KNOWN);
      announce(arrivalText(ask));
    }
    start();
  };
  const start = () => {
    if (queue.length > 0) timer ??= setTimeout(speak, GAP_MS);
  };
  const say: SayArrival = (ask) => {
    queue.push(ask);
    start();
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    silence();
  };
  return { status, alert, say, start, stop };
}

export interface AskUserAnnouncerProps {
  children?: ReactNode;
}

/**
 * Tells those who don't see it that a dialog below has arrived, once a request, without moving the focus. Goes once near
 * the root of the app: a request that is mounted again is not announced again, several wait for each other, and
 * `autoFocus="follow"` knows of the messages that were sent since then. Without it, each card announces itself.
 * Renders two visually hidden `<div>`s before its children.
 */
export function AskUserAnnouncer({ children }: AskUserAnnouncerProps): ReactNode {
  const [{ status, alert, say, start, stop }] = useState(createAnnouncer);
  useEffect(() => {
    // What a dialog said before this ran; in StrictMode, what was stopped just now.
    start();
    return stop;
  }, [start, stop]);
  useEffect(() => {
    // For `autoFocus="follow"`: the message that the first card comes after is sent before there is a card.
    if (status.current) trailOf(status.current.ownerDocument);
  }, [status]);
  return (
    <AnnouncerContext.Provider value={say}>
      <div {...part('status')} ref={status} aria-live="polite" role="status" />
      <div {...part('alert')} ref={alert} aria-live="assertive" role="alert" />
      {children}
    </AnnouncerContext.Provider>
  );
}
