import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type DraftStorage } from '../../../src/react/index.js';
import { THREE } from './questions.js';

const session: DraftStorage = {
  get: (key) => sessionStorage.getItem(key),
  set: (key, text) => sessionStorage.setItem(key, text),
  remove: (key) => sessionStorage.removeItem(key),
};

// The test runner rewrites every `import()` to call this function. This page is outside the test runner, so it defines
// it.
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } });

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AskUserDialog questions={THREE} requestId="reloaded" draftStorage={session} />
    </StrictMode>,
  );
}
