import { createRoot } from 'react-dom/client';
import { AskUser } from '@/components/ask-user';
import './index.css';

const questions = [{ id: 'database', question: 'Which database should we use?', options: ['PostgreSQL', 'SQLite'] }];
const send = (output: object) => {
  document.title = JSON.stringify(output);
};

createRoot(document.getElementById('root')!).render(
  <main className="p-4">
    <AskUser questions={questions} onSubmit={send} onCancel={send} />
    <AskUser className="border-2 border-dashed" questions={questions} onSubmit={send} onCancel={send} />
    <p className="bg-card text-card-foreground border" data-testid="host">
      Text of the app
    </p>
  </main>,
);
