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

const RECORD = { status: 'answered', unsent: [['orders']], messages: en, titleId: 'title' } as const;
const LOADED = <RecordBody {...RECORD} questions={[QUESTION]} answers={[GIVEN]} renderText={undefined} />;

it.each<[string, string, RecordViewProps['body'], string]>([
  ['the unused text and the answer', 'has loaded', LOADED, `${en.notSent} Which? “billing”`],
  ['the unused text', 'could not be loaded', null, en.notSent],
  ['nothing', 'is loading', undefined, ''],
])('the title is described by %s if the content %s', (_, __, body, description) => {
  render(<RecordView {...RECORD} body={body} hasAnswers headingLevel={3} />);
  const title = screen.getByRole('heading');
  const ids = title.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.querySelector(`[id="${id}"]`))).not.toContain(null);
  expect(title).toHaveAccessibleDescription(description);
});
