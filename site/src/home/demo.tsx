import { useState } from 'react';
import { AskUserDialog, type AskUserResult, type AskUserRequest } from 'react-ask-user';
import { askUser, claudeCode, codex, mcpElicitation } from 'react-ask-user/dialects';

const QUESTIONS = [
  {
    id: 'database',
    header: 'Database',
    question: 'Which database should we use?',
    context: 'The service stores about 2 GB of orders and is read far more often than it is written.',
    options: [
      { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational database' },
      { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
      { label: 'MongoDB', description: 'Document store' },
    ],
  },
];

const AGENTS = [
  { name: 'ask_user', dialect: askUser },
  { name: 'Claude Code', dialect: claudeCode },
  { name: 'Codex', dialect: codex },
  { name: 'MCP', dialect: mcpElicitation },
];

interface Settled {
  result: AskUserResult;
  request: AskUserRequest;
}

/** A card to answer, and what four agents receive. */
export function Demo() {
  const [round, setRound] = useState(1);
  const [settled, setSettled] = useState<Settled>();
  const settle = (_: unknown, details: Settled): void => setSettled(details);
  const restart = (): void => {
    setRound(round + 1);
    setSettled(undefined);
  };
  return (
    <div className="demo">
      <AskUserDialog
        requestId={`home-${round}`}
        questions={QUESTIONS}
        asker="Setup assistant"
        headingLevel={2}
        onSubmit={settle}
        onCancel={settle}
      />
      <section aria-labelledby="demo-agents" className="demo-agents">
        <div>
          <h2 id="demo-agents">The agent reads</h2>
          {settled && (
            <button type="button" onClick={restart}>
              Ask again
            </button>
          )}
        </div>
        <div role="status">
          {settled ? (
            <dl>
              {AGENTS.map(({ name, dialect }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <code>{JSON.stringify(dialect.formatResult(settled.result, settled.request))}</code>
                  </dd>
                </div>
              ))}
            </dl>
          ) : (
            <p>Answer or cancel. Each agent receives the result in its format.</p>
          )}
        </div>
      </section>
    </div>
  );
}
