import { useCallback, useEffect, useReducer, useRef, useState, type ComponentProps } from 'react';
import { CallEditor } from './call-editor.js';
import { CopyButton } from './copy-button.js';
import { FIRST } from './first/index.js';
import { LiveCard } from './live-card.js';
import { Outputs } from './outputs.js';
import { fromHash, reduce, toHash } from './state.js';
import type { ThemeEditor } from './theme-editor.js';
import { toCode } from './to-code.js';

/** The tool call of any agent, its card, and what each agent reads of the answers. */
export function Playground() {
  const [state, dispatch] = useReducer(reduce, location.hash, fromHash);
  const { read, run, theme, formats } = state;
  const [runAgain, setRunAgain] = useState<number>();
  const hash = toHash(state);
  const isExample = useRef(hash === `#preset=${state.preset}` || formats !== undefined).current;
  // All formats load with the first input, or at once if the address needs more than one.
  const load = useCallback(() => {
    void import('./formats.js').then((all) => dispatch({ type: 'formats', formats: all }));
  }, []);
  useEffect(() => {
    const first = isExample ? FIRST[state.dialect] : undefined;
    if (first) void first().then(({ dialect }) => dispatch({ type: 'first', first: dialect }));
    else load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only the address at the start counts.
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(history.state, '', hash), 300);
    return () => clearTimeout(timer);
  }, [hash]);
  return (
    <div
      className="playground"
      onFocusCapture={formats ? undefined : load}
      onPointerDownCapture={formats ? undefined : load}
    >
      <div className="playground-columns">
        <div className="playground-left">
          <CallEditor state={state} dispatch={dispatch} />
          <ThemeDetails theme={theme} onChange={(next) => dispatch({ type: 'set', settings: { theme: next } })} />
          <div className="playground-row">
            <CopyButton text={() => new URL(hash, location.href).href}>Copy link</CopyButton>
            {read && <CopyButton text={() => toCode(state, read)}>Copy as React</CopyButton>}
          </div>
        </div>
        {read && (
          <LiveCard
            key={run}
            state={state}
            read={read}
            isAgain={run === runAgain}
            onAgain={() => {
              setRunAgain(run + 1);
              dispatch({ type: 'again' });
            }}
          >
            {(settled) => (
              <section className="playground-right" aria-label="What each agent reads">
                <h2>What each agent reads</h2>
                <Outputs settled={settled} current={read.dialect.name} formats={formats} />
              </section>
            )}
          </LiveCard>
        )}
      </div>
    </div>
  );
}

/** Loads the theme editor when it is opened for the first time. */
function ThemeDetails(props: ComponentProps<typeof ThemeEditor>) {
  const [file, setFile] = useState<{ ThemeEditor: typeof ThemeEditor }>();
  return (
    <details
      className="playground-details"
      onToggle={() => {
        if (!file) void import('./theme-editor.js').then(setFile);
      }}
    >
      <summary>Theme</summary>
      {file && <file.ThemeEditor {...props} />}
    </details>
  );
}
