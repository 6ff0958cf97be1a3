import type { AskUserLanguage, AskUserResult } from 'react-ask-user';
import type { Reply } from 'react-ask-user/core';
import { isRecord } from '../../../../../src/core/guards.js';
import { languageOf, setLanguage } from '../../../../../src/page/language.js';
import {
  DIALOG_URI,
  KEY,
  OPENED,
  SETTLED,
  type AppCall,
  type AppSettings,
  type Opened,
  type Outcome,
} from '../wire.js';
import { createBridge, fieldsOf, type Fields } from './bridge.js';
import { applyHostContext, spaceOf, type Space } from './host-context.js';
import { watchSize } from './size.js';
import { createServerStorage, type ServerStorage } from './storage.js';

declare global {
  /** The messages of the languages that are loaded, for a region. Their scripts add them. */
  var askUserLanguages: Partial<Record<string, (locale: string) => AskUserLanguage>> | undefined;
}

/** What the card shows. */
export interface CardState {
  /** The questions as far as the host has sent them. */
  readonly input: Fields | undefined;
  /** Whether the model has finished them. */
  readonly isComplete: boolean;
  /** The call, once the page is bound to it. */
  readonly opened: Opened | undefined;
  readonly storage: ServerStorage | undefined;
  /** The end of the call, unless the user has ended it in this card. */
  readonly settled: { readonly request?: Opened['request']; readonly result: AskUserResult } | undefined;
  readonly messages: AskUserLanguage | undefined;
  /** Whether the host removes the page. */
  readonly isGone: boolean;
}

export interface Card {
  getState(): CardState;
  subscribe(listener: () => void): () => void;
  submit(replies: readonly Reply[]): Promise<Outcome>;
  /** Sends a cancellation or decline, or that the card cannot ask. */
  end(result: AskUserResult, replies: readonly Reply[]): Promise<Outcome>;
}

const PROTOCOL_VERSION = '2026-01-26';
/** How often the card asks for its call. The server holds each answer back for 20 s. */
const TRIES = 15;

const ABORTED: AskUserResult = { status: 'aborted' };

/** Connects the page to its host, which shows it for a call. */
export function createCard(element: HTMLElement, settings: AppSettings, ownId: string): Card {
  const { documentElement: page } = document;
  const listeners = new Set<() => void>();
  let state: CardState = {
    input: undefined,
    isComplete: false,
    opened: undefined,
    storage: undefined,
    settled: undefined,
    messages: undefined,
    isGone: false,
  };
  let space: Space = { isFixed: false };
  let locale: string | undefined;
  let callId: unknown;
  let { key } = settings;
  /** Whether the user has ended the call in this card. */
  let isDelivered = false;
  let delivering: Promise<unknown> = Promise.resolve();
  let onOpened: (opened: Opened) => void;
  let onRefused: (error: Error) => void;
  const whenOpened = new Promise<Opened>((resolve, reject) => {
    onOpened = resolve;
    onRefused = reject;
  });
  // Without a decision of the user, nobody waits for it.
  whenOpened.catch(() => {});

  function update(change: Partial<CardState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Shows the messages of the host's language, if they are loaded, or those of the page. */
  function showLanguage(): void {
    const language = locale === undefined ? languageOf(page.lang) : languageOf(locale);
    const create = language === undefined ? undefined : globalThis.askUserLanguages?.[language];
    if (language && !create) return;
    try {
      update({ messages: create?.(locale ?? page.lang) });
    } catch {
      // The host's tag is not valid.
      update({ messages: create?.(language!) });
    }
    setLanguage(page, state.messages?.locale ?? 'en');
  }

  function applyContext(context: Fields): void {
    applyHostContext(page, context);
    space = spaceOf(context) ?? space;
    if (typeof context['locale'] === 'string') locale = context['locale'];
    const id = fieldsOf(context['toolInfo'])['id'];
    if (id !== undefined) callId = id;
    showLanguage();
  }

  const host = createBridge(window, {
    notifications: {
      'ui/notifications/tool-input-partial': ({ arguments: input }) => {
        if (!state.isComplete && isRecord(input)) update({ input });
      },
      'ui/notifications/tool-input': ({ arguments: input }) => {
        if (state.isComplete) return;
        update({ input: fieldsOf(input), isComplete: true });
        void open();
      },
      'ui/notifications/tool-result': (result) => {
        const settled = fieldsOf(result['_meta'])[SETTLED];
        void settle(isRecord(settled) ? (settled as unknown as CardState['settled']) : undefined);
      },
      'ui/notifications/tool-cancelled': () => void settle(),
      'ui/notifications/host-context-changed': applyContext,
    },
    requests: {
      ping: () => Promise.resolve({}),
      async 'ui/resource-teardown'() {
        const { storage } = state;
        // The card stores its draft when it is removed.
        update({ isGone: true });
        await storage?.sendAll();
        return {};
      },
    },
  });

  const sendHeight = (height: number) => host.notify('ui/notifications/size-changed', { height });

  /** Calls the tool of the server. */
  async function call(args: AppCall): Promise<{ readonly outcome: Outcome; readonly meta: Fields }> {
    const result = await host.request('tools/call', { name: settings.tool, arguments: args });
    const outcome = result['structuredContent'];
    if (!isRecord(outcome) || typeof outcome['ok'] !== 'boolean') throw new Error('The tool has not responded.');
    return { outcome: outcome as unknown as Outcome, meta: fieldsOf(result['_meta']) };
  }

  /** Ends the card from outside, once it is known whether the user was faster. */
  async function settle(settled: CardState['settled'] = { result: ABORTED }): Promise<void> {
    // Has no effect if the call was opened.
    onRefused(new Error('The call does not wait.'));
    await delivering;
    if (isDelivered || state.settled) return;
    update({ settled });
    setTimeout(() => {
      // The card stores what was entered when it ends. The agent may ask the same again at once.
      void state.storage?.sendAll();
      // Nothing is shown of questions that could not be asked.
      if (element.childElementCount === 0) sendHeight(0);
    });
  }

  /** Binds the page to its call. */
  async function open(): Promise<void> {
    const language = languageOf(locale);
    const toCall = (): AppCall => ({
      action: 'open',
      key,
      input: state.input,
      ...((typeof callId === 'string' || typeof callId === 'number') && { id: callId }),
      ...(language && !globalThis.askUserLanguages?.[language] && { locale: language }),
    });
    try {
      for (let tries = 0; tries < TRIES && !state.settled; tries++) {
        const { outcome, meta } = await call(toCall());
        if (!outcome.ok && outcome.code === 'waiting') continue;
        if (!outcome.ok && outcome.code === 'unbound' && (await renewKey())) continue;
        if (!outcome.ok) break;
        const opened = meta[OPENED] as Opened;
        const { token } = opened;
        const storage = createServerStorage(opened, ownId, (drafts) => call({ action: 'draft', token, drafts }));
        if (opened.script !== undefined) addLanguage(opened.script);
        update({ opened, storage });
        return onOpened(opened);
      }
    } catch {
      // The host passes no calls on to the server.
    }
    return settle();
  }

  /** Reads the page again, because a host may keep it longer than its server runs. Resolves to whether its key is new. */
  async function renewKey(): Promise<boolean> {
    const { contents } = await host.request('resources/read', { uri: DIALOG_URI });
    const [page]: readonly unknown[] = Array.isArray(contents) ? contents : [];
    const read = fieldsOf(fieldsOf(page)['_meta'])[KEY];
    if (typeof read !== 'string' || read === key) return false;
    key = read;
    return true;
  }

  function addLanguage(text: string): void {
    document.head.append(Object.assign(document.createElement('script'), { textContent: text }));
    showLanguage();
  }

  /** Sends the user's decision, once the page is bound to its call. */
  function deliver(toCall: (token: string) => AppCall): Promise<Outcome> {
    const delivery = whenOpened.then(async ({ token }) => {
      const { outcome } = await call(toCall(token));
      isDelivered ||= outcome.ok;
      return outcome;
    });
    delivering = delivery.catch(() => {});
    return delivery;
  }

  host
    .request('ui/initialize', {
      appInfo: { name: 'ask-user', version: settings.version },
      appCapabilities: { availableDisplayModes: ['inline'] },
      protocolVersion: PROTOCOL_VERSION,
    })
    .then(
      ({ hostContext }) => {
        applyContext(fieldsOf(hostContext));
        watchSize(element, () => space, sendHeight);
        host.notify('ui/notifications/initialized', {});
      },
      () => {},
    );

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit: (replies) => deliver((token) => ({ action: 'answer', token, replies })),
    end: (result, replies) =>
      deliver((token) => {
        const reason = 'reason' in result ? result.reason : undefined;
        if (result.status === 'cancelled') return { action: 'cancel', token, reason };
        if (result.status !== 'declined') return { action: 'unavailable', token, reason: reason ?? result.status };
        const { discuss, about } = result;
        return { action: 'decline', token, reason, ...(discuss && { discuss: true, about, replies }) };
      }),
  };
}
