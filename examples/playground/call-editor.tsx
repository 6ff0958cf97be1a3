import { useId, type Dispatch } from 'react';
import { LANGUAGES } from './languages.js';
import { PRESETS } from './presets.js';
import type { Action, Settings, State } from './state.js';

interface ChoiceProps {
  label: string;
  value: string;
  /** Title by value. */
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="playground-choice">
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(options).map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

const PRESET_TITLES = Object.fromEntries(PRESETS.map(({ id, title }) => [id, title]));
const LANGUAGE_TITLES = Object.fromEntries(Object.entries(LANGUAGES).map(([key, { title }]) => [key, title]));
const SCHEME_TITLES = { auto: 'System', light: 'Light', dark: 'Dark' };

/** Edits the tool call, and how it is shown. */
export function CallEditor({ state, dispatch }: { state: State; dispatch: Dispatch<Action> }) {
  const id = useId();
  const agents = (state.formats?.DIALECTS ?? (state.first ? [state.first] : [])).map(({ name, agent }) => [
    name,
    agent.replaceAll('`', ''),
  ]);
  const set = (settings: Partial<Settings>) => dispatch({ type: 'set', settings });
  return (
    <section className="playground-call" aria-label="Tool call">
      <h2>Tool call</h2>
      <div className="playground-choices">
        <Choice
          label="Example"
          value={state.preset}
          options={PRESET_TITLES}
          onChange={(preset) => dispatch({ type: 'preset', id: preset })}
        />
        <Choice
          label="Agent"
          value={agents.some(([name]) => name === state.dialect) ? state.dialect : 'auto'}
          options={{ auto: 'Detect', ...Object.fromEntries(agents) }}
          onChange={(dialect) => set({ dialect })}
        />
        <Choice
          label="Language"
          value={state.language}
          options={LANGUAGE_TITLES}
          onChange={(language) => set({ language })}
        />
        <Choice
          label="Colors"
          value={state.scheme}
          options={SCHEME_TITLES}
          onChange={(scheme) => set({ scheme: scheme as Settings['scheme'] })}
        />
      </div>
      <label className="playground-json" htmlFor={id}>
        JSON
      </label>
      <textarea
        id={id}
        dir="ltr"
        rows={16}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={state.isError}
        aria-describedby={`${id}-message`}
        value={state.call}
        onChange={({ target }) => set({ call: target.value })}
      />
      <p id={`${id}-message`} role="status" className="playground-message" data-error={state.isError || undefined}>
        {state.message.replaceAll('`', '')}
      </p>
    </section>
  );
}
