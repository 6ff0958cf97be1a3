import { createRoot } from 'react-dom/client';
import { AskUserAnnouncer, AskUserDialog } from '../../../src/react/index.js';
import { DATABASE, NAME } from './questions.js';

// Every `import()` fails, as after a new deployment or without a network. With `#late`, it waits for the event `online`.
const wrapDynamicImport = (load: () => Promise<unknown>) =>
  location.hash === '#late'
    ? new Promise((resolve) => window.addEventListener('online', resolve)).then(load)
    : Promise.reject(new TypeError('Failed to fetch'));
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport } });

/** With `broken`, the card cannot be rendered. */
const Page = ({ broken = false }) => (
  <AskUserAnnouncer>
    <AskUserDialog
      questions={[
        { ...DATABASE, options: [{ label: 'PostgreSQL', preview: 'CREATE TABLE' }, { label: 'SQLite' }] },
        NAME,
      ]}
      autoFocus="if-idle"
      allow={{ partial: true, discuss: true }}
      renderText={(text) => {
        if (broken) throw new Error('The event `offline` breaks the card.');
        return text;
      }}
      onSubmit={() => ({ ok: false, code: 'already_resolved' })}
    />
  </AskUserAnnouncer>
);

const element = document.querySelector('#root');
if (element) {
  const root = createRoot(element);
  root.render(<Page />);
  window.addEventListener('offline', () => root.render(<Page broken />));
}
