import { createAskUserStore, parseRequest } from 'react-ask-user/core';
import { askUserQuestion } from 'react-ask-user/dialects';
import { expect, it } from 'vitest';

it('sends the selected option to the agent', () => {
  const parsed = parseRequest({ questions: [{ question: 'Which one?', options: ['This', 'That'] }] });
  if (!parsed.ok) throw new Error('refused');
  const [question] = parsed.value.questions;
  const wires: unknown[] = [];
  const store = createAskUserStore(parsed.value, {
    deliver: (result) => wires.push(askUserQuestion.formatResult(result, parsed.value)),
  });

  store.dispatch({ type: 'selectOption', questionId: question?.id ?? '', option: 1 });
  store.dispatch({ type: 'submit' });

  expect(wires).toEqual([{ answers: { 'Which one?': 'That' } }]);
  expect(store.getState().phase).toBe('settled');
});
