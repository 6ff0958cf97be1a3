import type { ReactNode } from 'react';
import { AGENTS, FIRST_AGENT } from '../shared/agents.js';
import { Mark } from './brand.js';

const IDEAS = [
  { title: 'Interview', text: 'Interview me about a new service' },
  { title: 'Orders service', text: 'Set up a service that stores orders' },
  { title: 'Hotel booking', text: 'Plan a booking service for a small hotel' },
  { title: 'Inventory tool', text: 'Help me start an internal inventory tool' },
];

interface WelcomeProps {
  onPick: (text: string) => void;
  /** Link to the other kind of chat. */
  children: ReactNode;
}

export function Welcome({ onPick, children }: WelcomeProps) {
  return (
    <section className="chat-welcome" aria-labelledby="welcome">
      <Mark />
      <h2 id="welcome">What are you building?</h2>
      <p>Describe it in a sentence. {AGENTS[FIRST_AGENT]} asks before it decides anything for you.</p>
      <ul>
        {IDEAS.map(({ title, text }) => (
          <li key={title}>
            <button type="button" className="chat-button chat-idea" onClick={() => onPick(text)}>
              <strong>{title}</strong> <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
