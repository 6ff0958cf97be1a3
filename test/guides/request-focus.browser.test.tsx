import { render } from '@testing-library/react';
import { StrictMode, useRef } from 'react';
import { expect, it } from 'vitest';
import { useAskUser, type QuestionModel } from 'react-ask-user/hook';
import { cleanUpAfterEach, field, heading } from '../helpers/browser/card.js';
import { DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';
import { useRequestFocus } from './request-focus.js';

cleanUpAfterEach();

const QUESTIONS = { first: DATABASE, next: FEATURES, text: NAME };

/** A chat that stays mounted, and whose requests have the same element for their heading. */
function Chat({ requestId }: { requestId: keyof typeof QUESTIONS }) {
  const ask = useAskUser([QUESTIONS[requestId]], { requestId });
  return (
    <>
      <div {...ask.getRootProps()}>
        {ask.questions.map((question) => (
          <OneQuestion key={question.id} {...{ question, requestId }} />
        ))}
      </div>
      <textarea aria-label="Message" />
    </>
  );
}

interface OneQuestionProps {
  question: QuestionModel;
  requestId: string;
}

function OneQuestion({ question: { question, options, ...own }, requestId }: OneQuestionProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const answer = useRef<HTMLTextAreaElement>(null);
  useRequestFocus(options.length > 0 ? title : answer, requestId);
  return (
    <div {...own.getPanelProps()}>
      <h3 ref={title} {...own.getHeadingProps()}>
        {question}
      </h3>
      {own.isFieldShown && <textarea ref={answer} {...own.getFieldProps()} />}
    </div>
  );
}

/** Shows the first request, lets the user focus an element, and shows another request. */
function show(focused?: () => HTMLElement, requestId: keyof typeof QUESTIONS = 'next') {
  const draw = (id: keyof typeof QUESTIONS) => (
    <StrictMode>
      <Chat requestId={id} />
    </StrictMode>
  );
  const { rerender } = render(draw('first'));
  expect(heading(/Which database/)).toHaveFocus();
  heading(/Which database/).blur();
  focused?.().focus();
  rerender(draw(requestId));
}

it('the sample of headless.md moves focus to each request', () => {
  show();
  expect(heading(/Which features/)).toHaveFocus();
});

it('the sample of headless.md moves focus to the field of a question without options', () => {
  show(undefined, 'text');
  expect(field(/name of/)).toHaveFocus();
});

it('the sample of headless.md leaves focus in a composer', () => {
  show(() => field('Message'));
  expect(field('Message')).toHaveFocus();
});
