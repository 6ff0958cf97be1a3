import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { AskUser, type AskUserLanguage, type AskUserResult } from 'react-ask-user';
import { LANGUAGES } from './languages.js';
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

interface LiveCardProps {
  state: State;
  read: ReadCall;
  onAgain: () => void;
  /** Renders what stands beside the card, inside of its `Root`. */
  children: (settled: AskUserResult | undefined) => ReactNode;
}

/** The card of one request. The parent gives it a new key for a new request. */
export function LiveCard({ state: { language, theme, scheme, preset, run }, read, onAgain, children }: LiveCardProps) {
  const [settled, setSettled] = useState<AskUserResult>();
  const [outside, setOutside] = useState<AskUserResult>();
  const [hasOffers, setHasOffers] = useState(false);
  const messages = useMessages(language);
  const isStreamed = PRESETS.some(({ id, streaming }) => id === preset && streaming);
  const { input, isComplete } = useStreamed(read.input, isStreamed);
  const { dir } = LANGUAGES[language]!;
  const style: Record<string, string> = scheme === 'auto' ? {} : { colorScheme: scheme };
  for (const [name, value] of Object.entries(theme)) if (value) style[`--ask-user-${name}`] = value;
  const settle = (_: unknown, { result }: { result: AskUserResult }) => setSettled(result);
  return (
    <AskUser.Root
      {...{ dialect: read.dialect, input, dir, messages }}
      requestId={`playground-${run}`}
      asker="Setup assistant"
      streaming={!isComplete}
      result={outside}
      allow={{ decline: hasOffers, partial: hasOffers, discuss: hasOffers }}
      onSubmit={settle}
      onCancel={settle}
    >
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
          <button type="button" onClick={onAgain}>
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
