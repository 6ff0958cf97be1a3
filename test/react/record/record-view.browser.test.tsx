import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../src/messages/languages/en.js';
import { RecordBody } from '../../../src/react/record/record-body.js';
import { RecordView, type RecordViewProps } from '../../../src/react/record/record-view.js';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';

cleanUpAfterEach();

const QUESTION = { id: 'a', question: 'Which?', options: [], multiSelect: false };
const GIVEN = {
  questionId: 'a',
  question: 'Which?',
  answer: 'billing',
  text: 'billing',
  wasCustom: true,
  selected: [],
  custom: 'billing',
};

it.each<[string, string, RecordViewProps['Body'], string]>([
  ['the unused text and the answer', 'has loaded', RecordBody, `${en.notSent} Which? “billing”`],
  ['the unused text', 'could not be loaded', null, en.notSent],
  ['nothing', 'is loading', undefined, ''],
])('the title is described by %s if the content %s', (_, __, Body, description) => {
  render(
    <RecordView
      Body={Body}
      status="answered"
      questions={[QUESTION]}
      answers={[GIVEN]}
      unsent={[['orders']]}
      messages={en}
      headingLevel={3}
      titleId="title"
      renderText={undefined}
    />,
  );
  const title = screen.getByRole('heading');
  const ids = title.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.querySelector(`[id="${id}"]`))).not.toContain(null);
  expect(title).toHaveAccessibleDescription(description);
});
