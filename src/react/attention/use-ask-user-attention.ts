'use client';
import { useEffect, useRef, useState } from 'react';
import { excerpt } from '../../core/clean.js';
import { defined } from '../../core/guards.js';
import { enAttention } from '../../messages/en-first.js';
import type { AskUserMessagesInput } from '../../messages/types.js';
import type { AskUserAttentionMessages } from '../../messages/lazy-types.js';
import { setCount } from './count.js';
import { notifyOnce } from './notify.js';

/** Question that a notification is about. */
export interface AskUserNotice {
  /** Identifies the question in the tabs of the origin. Do not reuse an ID for another question. */
  id: string;
  /**
   * Display name of the agent, used in the title of the notification. Set it yourself; never take it from the model.
   */
  asker?: string | undefined;
  /**
   * Text below the title, such as the question. It is cleaned and shortened to one line of at most 150 characters. A
   * lock screen may show it to others. By default, the notification has a title only.
   */
  body?: string | undefined;
}

/** Options of `useAskUserAttention`. */
export interface UseAskUserAttentionOptions {
  /** Number of requests that wait for the user. With `0`, this hook shows nothing. */
  waiting: number;
  /**
   * Whether the page's title shows the number while the user is elsewhere.
   * @default true
   */
  title?: boolean | undefined;
  /**
   * Whether the icon of an installed app shows the number.
   * @default true
   */
  badge?: boolean | undefined;
  /** Question to notify the user of, such as the first pending one. By default, there are no notifications. */
  notify?: AskUserNotice | undefined;
  /** Called when the user presses the notification, after `window.focus()`. Move focus to the question here. */
  onNotificationClick?: (() => void) | undefined;
  /** UI texts that replace those in English. May be partial. */
  messages?: AskUserMessagesInput | undefined;
}

/**
 * Alerts the user to pending questions: with a number in the page's title and a notification while the user is
 * elsewhere, and with a badge on the icon of an installed app.
 *
 * The user is elsewhere if the page is hidden or does not have focus. The notification appears about 1 s after a new
 * question, or 10 to 20 s after the user has left the tabs with the question. Several tabs with the same question
 * notify once. Hooks on the same page show the sum of their numbers.
 *
 * The hook never asks for permission; see `askForNotifications`. It does nothing on a server. Features that a browser
 * lacks are left out.
 *
 * @example
 * const { requests } = useAskUserClient(client);
 * const waiting = requests.filter(({ state }) => state === 'awaiting_user_response');
 * const first = waiting[0]?.request;
 * useAskUserAttention({ waiting: waiting.length, notify: first && { id: first.requestId, asker: first.asker } });
 */
export function useAskUserAttention(options: UseAskUserAttentionOptions): void {
  const { title = true, badge = true, notify, messages } = options;
  const waiting = Math.max(0, Math.floor(options.waiting)) || 0;
  const { waitingTitle, notice } = { ...enAttention, ...defined<Partial<AskUserAttentionMessages>>(messages ?? {}) };
  const [owner] = useState(() => ({}));
  const latest = useRef({ ...options, notice });
  useEffect(() => {
    latest.current = { ...options, notice };
  });

  useEffect(
    () => setCount(owner, { waiting, prefix: title ? waitingTitle : undefined, badge }),
    [owner, waiting, title, waitingTitle, badge],
  );
  useEffect(() => () => setCount(owner, undefined), [owner]);

  const id = waiting > 0 ? notify?.id : undefined;
  useEffect(() => {
    if (id === undefined) return undefined;
    const settled = new AbortController();
    const show = () => {
      const { notify: { asker, body } = {}, notice: formatTitle } = latest.current;
      const notification = new Notification(formatTitle(asker && excerpt(asker)), {
        ...(body !== undefined && { body: excerpt(body) }),
        tag: `ask-user:${id}`,
        silent: true,
      });
      notification.addEventListener('click', () => {
        window.focus();
        latest.current.onNotificationClick?.();
        notification.close();
      });
      return notification;
    };
    void notifyOnce(id, show, settled.signal);
    return () => settled.abort();
  }, [id]);
}
