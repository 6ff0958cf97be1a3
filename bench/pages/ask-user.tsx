import { AskUserDialog } from 'react-ask-user';
import { present } from './present.js';

present(({ questions, onDone }) => <AskUserDialog questions={questions} onSubmit={onDone} />);
