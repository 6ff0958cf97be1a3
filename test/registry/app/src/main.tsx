import { createRoot } from 'react-dom/client';
import { AskUser } from '@/components/ask-user';
import './index.css';

const questions = [
  {
    question: 'Which database should we use?',
    options: [
      { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational database' },
      { label: 'SQLite', description: 'Lightweight, a single file' },
    ],
  },
];

createRoot(document.getElementById('root')!).render(
  <main className="p-4">
    <AskUser
      questions={questions}
      onSubmit={(output) => {
        document.title = JSON.stringify(output.answers);
      }}
      onCancel={(output) => {
        document.title = String(output.answered);
      }}
    />
    <AskUser className="border-2 border-dashed" questions={questions} />
    <p className="bg-card text-card-foreground border" data-testid="host">
      Text of the app
    </p>
  </main>,
);
