import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { AskUser, type AskUserLanguage, type AskUserResult, type DraftStorage } from 'react-ask-user';
import { LANGUAGES } from './languages.js';
import { Earlier } from './earlier.js';
import { PRESETS } from './presets.js';
import type { ReadCall, State } from './state.js';
import { useStreamed } from './use-streamed.js';

/** Settlements by the agent or the host, which the user cannot choose. */
const OUTSIDE: readonly AskUserResult[] = [
  { status: 'aborted' },
  { status: 'superseded' },
  { status: 'timedOut' },
  { status: 'connectionLost' },
];

/** Loads the messages of a language. English needs none. */
function useMessages(language: string): AskUserLanguage | undefined {
  const [loaded, setLoaded] = useState<{ language: string; messages: AskUserLanguage }>();
  useEffect(() => {
    let isCurrent = true;
    void LANGUAGES[language]?.load?.().then((messages) => isCurrent && setLoaded({ language, messages }));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return loaded?.language === language ? loaded.messages : undefined;
}

/** Keeps what the user enters as long as the page is open. */
const entries = new Map<string, string>();
const storage: DraftStorage = {
  get: (key) => entries.get(key),
  set: (key, text) => void entries.set(key, text),
  remove: (key) => void entries.delete(key),
};

interface LiveCardProps {
  state: State;
  read: ReadCall;
  /** Whether the button of the card before has asked again, and had the focus. */
  isAgain: boolean;
  onAgain: () => void;
  /** Renders what stands beside the card, inside of its `Root`. */
  children: (settled: AskUserResult | undefined) => ReactNode;
}

/** The card of one request. The parent gives it a new key for a new request. */
export function LiveCard({ state, read, isAgain, onAgain, children }: LiveCardProps) {
  const { language, theme, scheme, preset, run } = state;
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAgain) again.current?.focus();
  }, [isAgain]);
  const [settled, setSettled] = useState<AskUserResult>();
  const [outside, setOutside] = useState<AskUserResult>();
  const [hasOffers, setHasOffers] = useState(false);
  const messages = useMessages(language);
  const { streaming = false, ahead, carried, reply } = PRESETS.find(({ id }) => id === preset) ?? {};
  const { input, isComplete } = useStreamed(read.input, streaming);
  const asked = ahead ? { request: { ...read.request, blocking: false as const } } : { input };
  const conversation = { conversationId: preset, draftStorage: storage, asker: 'Setup assistant' };
  const { dir } = LANGUAGES[language]!;
  const style: Record<string, string> = scheme === 'auto' ? {} : { colorScheme: scheme };
  for (const [name, value] of Object.entries(theme)) if (value) style[`--ask-user-${name}`] = value;
  const settle = (_: unknown, { result }: { result: AskUserResult }) => setSettled(result);
  return (
    <AskUser.Root
      {...{ ...asked, ...conversation, dialect: read.dialect, dir, messages }}
      onAskBack={reply === undefined ? undefined : () => reply}
      requestId={`playground-${run}`}
      streaming={!isComplete}
      result={outside}
      allow={{ decline: hasOffers, partial: hasOffers, discuss: hasOffers }}
      onSubmit={settle}
      onCancel={settle}
    >
      {carried && <Earlier request={read.request} {...conversation} />}
      <section className="playground-card" aria-label="Card">
        <h2>Card</h2>
        <div className="playground-stage" style={style as CSSProperties}>
          <AskUser.Card>
            <AskUser.Body>
              <AskUser.Title />
              <AskUser.Questions />
              <AskUser.Actions />
              <AskUser.DeliveryError />
            </AskUser.Body>
          </AskUser.Card>
        </div>
        <div className="playground-row">
          <button type="button" onClick={onAgain} ref={again}>
            Ask again
          </button>
          <label>
            <input type="checkbox" checked={hasOffers} onChange={({ target }) => setHasOffers(target.checked)} />
            Offer decline, discuss and partial answers
          </label>
          <label>
            Settle as
            <select
              value={outside?.status ?? ''}
              disabled={settled !== undefined && !outside}
              onChange={({ target }) => setOutside(OUTSIDE.find(({ status }) => status === target.value))}
            >
              <option value="">the user decides</option>
              {OUTSIDE.map(({ status }) => (
                <option key={status} value={status}>
                  {status}
                </option>
              ))}
            </select>
          </label>
        </div>
      </section>
      {children(settled ?? outside)}
    </AskUser.Root>
  );
}
