import type { ReactNode } from 'react';

const IDEAS = [
  'Set up a service that stores orders',
  'Plan a booking service for a small hotel',
  'Help me start an internal inventory tool',
];

interface WelcomeProps {
  onPick: (text: string) => void;
  ways: ReactNode;
}

export function Welcome({ onPick, ways }: WelcomeProps) {
  return (
    <section className="chat-welcome" aria-labelledby="welcome">
      <h2 id="welcome">What are you building?</h2>
      <p>Say it in a sentence. The assistant asks before it decides anything for you.</p>
      <ul>
        {IDEAS.map((idea) => (
          <li key={idea}>
            <button type="button" className="chat-button" onClick={() => onPick(idea)}>
              {idea}
            </button>
          </li>
        ))}
      </ul>
      {ways}
    </section>
  );
}
