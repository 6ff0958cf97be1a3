'use client';
import { useContext, useState, type ReactNode } from 'react';
import { answeredCount, takeable, takenQuestions } from '../../../core/flow/selectors.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { labelOf, questionText } from '../../../messages/labels.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { part } from '../anatomy.js';
import { RenderTextContext, useAsk } from '../context.js';
import { ActionButton } from './button.js';
import { rendered } from '../../text/render-text.js';

/**
 * Offers to use the recommended options of the unanswered questions. One button lists them, another one selects them.
 * After that, a third one takes them back.
 */
export function Recommended(): ReactNode {
  const { store, intents, engine, ids, ...ask } = useAsk();
  const messages = withLaterMessages(ask.messages);
  const renderText = useContext(RenderTextContext);
  const [isOpen, setOpen] = useState(false);
  const state = useFlowState(store, (now) => now);
  const { questions } = state.request;
  const items = takeable(state);
  const taken = takenQuestions(state).length;
  const list = ids('recommended-list');
  const take = () => {
    setOpen(false);
    intents.takeRecommended();
  };
  if (items.length === 0 && taken === 0) return null;
  return (
    <div {...part('recommended')}>
      {taken > 0 && (
        <p {...part('restored')}>
          <span id={ids('taken')}>{`${messages.tookRecommended(taken)} `}</span>
          <ActionButton
            id={ids('undo')}
            aria-describedby={ids('taken')}
            // The second click of a double click on the button that was there before must not undo it.
            act={({ detail }) => detail < 2 && engine.act(intents.undoRecommended, () => ids('recommended'))}
          >
            {messages.undoRecommended}
          </ActionButton>
        </p>
      )}
      {items.length > 0 && (
        <ActionButton variant="secondary" id={ids('recommended')} aria-expanded={isOpen} act={() => setOpen(!isOpen)}>
          {messages.useRecommended(items.length, answeredCount(state) > 0)}
        </ActionButton>
      )}
      {items.length > 0 && isOpen && (
        <>
          <dl {...part('settled-list')} id={list}>
            {items.map(({ index, option }) => {
              const question = questions[index]!;
              const text = questionText(question, index, messages);
              const { name, short = name } = labelOf(question, option, messages);
              return (
                <div key={question.id} {...part('review-item')}>
                  <dt {...part('review-question')}>
                    <bdi>{rendered(renderText, 'question', text)}</bdi>
                  </dt>
                  <dd {...part('review-answer')}>
                    <bdi>{short}</bdi>
                  </dd>
                </div>
              );
            })}
          </dl>
          <ActionButton variant="secondary" aria-describedby={list} act={() => engine.act(take, () => ids('undo'))}>
            {messages.takeRecommended(items.length)}
          </ActionButton>
        </>
      )}
    </div>
  );
}
