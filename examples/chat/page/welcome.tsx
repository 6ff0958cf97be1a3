const IDEAS = [
  'Set up a service that stores orders',
  'Plan a booking service for a small hotel',
  'Help me start an internal inventory tool',
];

export function Welcome({ onPick }: { onPick: (text: string) => void }) {
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
    </section>
  );
}
