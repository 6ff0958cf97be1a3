import { render } from '@testing-library/react';
import { StrictMode, useRef } from 'react';
import { expect, it } from 'vitest';
import { useAskUser, type QuestionModel } from 'react-ask-user/hook';
import { button, cleanUpAfterEach, field, heading } from '../helpers/browser/card.js';
import { typeKeys } from '../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';
import { useRequestFocus } from './request-focus.js';

cleanUpAfterEach();

const QUESTIONS = { first: DATABASE, next: FEATURES, text: NAME };

/** A chat that stays mounted, and whose requests have the same element for their heading. */
function Chat({ requestId }: { requestId: keyof typeof QUESTIONS }) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const ask = useAskUser([QUESTIONS[requestId]], { requestId });
  return (
    <>
      <div {...ask.getRootProps()}>
        {ask.questions.map((question) => (
          <OneQuestion key={question.id} {...{ question, requestId, composer }} />
        ))}
      </div>
      <textarea ref={composer} aria-label="Message" />
      <button type="button">Elsewhere</button>
    </>
  );
}

interface OneQuestionProps {
  question: QuestionModel;
  requestId: string;
  composer: Parameters<typeof useRequestFocus>[2];
}

function OneQuestion({ question: { question, options, ...own }, requestId, composer }: OneQuestionProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const answer = useRef<HTMLTextAreaElement>(null);
  useRequestFocus(options.length > 0 ? title : answer, requestId, composer);
  return (
    <div {...own.getPanelProps()}>
      <h3 ref={title} {...own.getHeadingProps()}>
        {question}
      </h3>
      {own.isFieldShown && <textarea ref={answer} {...own.getFieldProps()} />}
    </div>
  );
}

/** Shows the first request, then another one with the focus on this element. */
function show() {
  const draw = (requestId: keyof typeof QUESTIONS) => (
    <StrictMode>
      <Chat requestId={requestId} />
    </StrictMode>
  );
  const { rerender } = render(draw('first'));
  expect(heading(/Which database/)).toHaveFocus();
  return (focused: HTMLElement, requestId: keyof typeof QUESTIONS = 'next') => {
    focused.focus();
    rerender(draw(requestId));
  };
}

it('the sample of headless.md moves focus to each request, also from an empty composer', () => {
  show()(field('Message'));
  expect(heading(/Which features/)).toHaveFocus();
});

it('the sample of headless.md moves focus to the field of a question without options', () => {
  show()(field('Message'), 'text');
  expect(field(/name of/)).toHaveFocus();
});

it('the sample of headless.md leaves focus in a message', async () => {
  const ask = show();
  field('Message').focus();
  await typeKeys('Wait');
  ask(field('Message'));
  expect(field('Message')).toHaveFocus();
});

it('the sample of headless.md leaves focus elsewhere on the page', () => {
  show()(button('Elsewhere'));
  expect(button('Elsewhere')).toHaveFocus();
});
