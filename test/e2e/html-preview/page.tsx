import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskUserDialog } from 'react-ask-user';
import 'react-ask-user/styles.css';

const root = createRoot(document.querySelector('main') ?? document.body);
let shown = 0;

/** Renders a new request with one preview. `data-result` shows which callback the host received. */
function show(preview: string): void {
  shown += 1;
  const requestId = `r${shown}`;
  const options = [{ label: 'A', preview }, { label: 'B' }];
  const request = {
    requestId,
    previewFormat: 'html' as const,
    questions: [{ id: 'q', question: 'Which design?', multiSelect: false, options }],
  };
  document.documentElement.removeAttribute('data-result');
  const dialog = (
    <AskUserDialog
      key={requestId}
      request={request}
      onSubmit={() => document.documentElement.setAttribute('data-result', 'answered')}
      onCancel={() => document.documentElement.setAttribute('data-result', 'cancelled')}
    />
  );
  // `flushSync` removes the previous card before this function returns.
  flushSync(() => root.render(dialog));
}

Object.assign(globalThis, { show });
