import { createRoot } from 'react-dom/client';
import { AskUserAnnouncer, AskUserDialog } from '../../../src/react/index.js';
import { DATABASE, NAME } from './questions.js';

// Every `import()` fails, as after a new deployment or without a network.
const wrapDynamicImport = () => Promise.reject(new TypeError('Failed to fetch'));
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport } });

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <AskUserAnnouncer>
      <AskUserDialog
        questions={[
          { ...DATABASE, options: [{ label: 'PostgreSQL', preview: 'CREATE TABLE' }, { label: 'SQLite' }] },
          NAME,
        ]}
        autoFocus="if-idle"
        allow={{ partial: true, discuss: true }}
        onSubmit={() => ({ ok: false, code: 'already_resolved' })}
      />
    </AskUserAnnouncer>,
  );
}
