'use client';
import { useEffect, useRef, useState } from 'react';
import type { AiSdkChat } from './types.js';

/** The chat as the page shows it. Its messages may be older than the chat's (`experimental_throttle`). */
export interface ShownChat {
  current(): AiSdkChat;
  /** Whether the page shows the chat that was rendered, and not another one by now. */
  isShown(): boolean;
  isStatus(...names: readonly string[]): boolean;
  /** Resolves when `test` holds for the last render, or when the page no longer shows the chat. */
  until(test: () => boolean): Promise<void>;
  /** Renders again. Resolves when the render, which has every change of the status until now, is on the page. */
  rendered(): Promise<void>;
}

/**
 * The SDK reports neither whether an output started a request nor whether that request failed, and `useChat` returns
 * the status of the last render. So this hook renders again when the current status is needed.
 */
export function useShownChat(chat: AiSdkChat): ShownChat {
  const [render, setRender] = useState(0);
  const requested = useRef(0);
  const shown = useRef({ chat, render, isMounted: true });
  const watchers = useRef(new Set<() => void>());
  const check = () => {
    for (const watcher of [...watchers.current]) watcher();
  };
  useEffect(() => {
    shown.current = { chat, render, isMounted: true };
    check();
  });
  useEffect(
    () => () => {
      shown.current.isMounted = false;
      check();
    },
    [],
  );

  const isShown = () => shown.current.chat.id === chat.id;
  const until = (test: () => boolean) =>
    new Promise<void>((resolve) => {
      const watcher = () => {
        if (shown.current.isMounted && isShown() && !test()) return;
        watchers.current.delete(watcher);
        resolve();
      };
      watchers.current.add(watcher);
      watcher();
    });
  return {
    current: () => shown.current.chat,
    isShown,
    isStatus: (...names) => names.includes(shown.current.chat.status),
    until,
    rendered() {
      const number = ++requested.current;
      setRender(number);
      return until(() => shown.current.render >= number);
    },
  };
}
