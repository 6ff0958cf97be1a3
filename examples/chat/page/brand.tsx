import type { ReactNode } from 'react';
import type { AgentId } from '../shared/agents.js';

/** The product. Its agents have names of their own, in `shared/agents.ts`. */
const NAME = 'Groundwork';

/** Layers to build on; for the release assistant, the way up. */
const SHAPES: Readonly<Record<AgentId, string>> = {
  setup: 'M9.5 7h5M7.5 12h9M5.5 17h13',
  release: 'M12 17.5v-10M7.5 11.5 12 7l4.5 4.5',
};

interface MarkProps {
  /** Whose mark it is. @default 'setup', which is the product's, too */
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

/** The top of the page. `index.html` shows the same until the script has loaded. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="chat-header">
      <div className="chat-column">
        <h1 className="chat-brand">
          <Mark />
          {NAME}
        </h1>
        {children}
      </div>
    </header>
  );
}
