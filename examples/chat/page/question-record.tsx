import { askUserQuestion } from 'react-ask-user/dialects';
import type { AskOutput } from '../shared/chat-message.js';
import { ASKER } from './conversation.js';

/** A question from before the reload, drawn from the tool call's own input and output. */
export function QuestionRecord({ input, output }: { input: unknown; output: AskOutput }) {
  const answers = Object.entries(output.answers);
  const parsed = askUserQuestion.parse(input);
  const questions = parsed.ok ? parsed.value.questions : [];
  return (
    <div className="chat-record">
      <h3 data-answered={answers.length > 0}>{headline(output)}</h3>
      {answers.length > 0 ? (
        <dl>
          {answers.map(([question, answer]) => (
            <div key={question}>
              <dt dir="auto">{question}</dt>
              <dd dir="auto">{answer}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <ul>
          {questions.map(({ id, question }) => (
            <li key={id} dir="auto">
              {question}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function headline(output: AskOutput): string {
  if ('cancelled' in output) return 'You cancelled';
  if ('status' in output && output.status === 'superseded') return 'You wrote a message instead';
  if ('status' in output || 'connectionLost' in output) return 'Not answered';
  return `You answered ${ASKER}`;
}
