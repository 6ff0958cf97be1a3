import type { ReactNode } from 'react';
import type { AgentId } from '../shared/agents.js';

/** Name of the product. `shared/agents.ts` names its agents. */
const NAME = 'Groundwork';

/** Icon paths: layers for the setup assistant, an upward arrow for the release assistant. */
const SHAPES: Readonly<Record<AgentId, string>> = {
  setup: 'M9.5 7h5M7.5 12h9M5.5 17h13',
  release: 'M12 17.5v-10M7.5 11.5 12 7l4.5 4.5',
};

interface MarkProps {
  /** Agent whose icon is shown. The default is also the product's icon. @default 'setup' */
  agent?: AgentId;
}

export function Mark({ agent = 'setup' }: MarkProps) {
  return (
    <svg className="chat-mark" data-agent={agent} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="7" />
      <path d={SHAPES[agent]} />
    </svg>
  );
}

/** Renders the page's header. `index.html` contains the same header until the script has loaded. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="chat-header">
      <div className="chat-column">
        <h1 className="chat-brand">
          <Mark />
          {NAME}
        </h1>
        <a className="chat-link" href="/playground/">
          Playground
        </a>
        {children}
      </div>
    </header>
  );
}
