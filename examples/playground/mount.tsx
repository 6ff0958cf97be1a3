import 'react-ask-user/styles.css';
import './playground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground.js';

/** Renders the playground into an element. Returns a function that removes it. */
export function mountPlayground(container: HTMLElement): () => void {
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
  return () => root.unmount();
}
