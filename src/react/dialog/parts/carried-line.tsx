'use client';
import { Fragment, useEffect, type ReactNode } from 'react';
import { cleanText } from '../../../core/clean.js';
import type { EarlierAnswer } from '../../../core/flow/carry.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { shortName } from '../../../messages/labels.js';
import type { CarriedAnswers } from '../../drafts/carried-answers.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { getClampLabels, type ClampLabels } from '../../text/clamp-words.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { ActionButton } from './button.js';
import { Notice } from './notice.js';
import { ReadOnlyText } from './quoted.js';

/** Time in milliseconds, after which the arrival of the card has been announced. */
const AFTER_ARRIVAL_MS = 450;

/** Offers earlier answers of the conversation: names them, and fills them in if the user wants that. */
export function CarriedLine({ carried }: { carried: CarriedAnswers }): ReactNode {
  const { store, engine, ids, ...ask } = useAsk();
  const messages = withLaterMessages(ask.messages);
  const questions = useFlowValue(store, (state) => state.request.questions);
  const { answers, changed, left, isUsed, use, undo, dismiss } = carried;
  const named = (list: readonly EarlierAnswer[]): Item[] =>
    list.map(({ index, texts }) => ({ name: shortName(questions[index]!, index, messages), texts }));
  const labels = getClampLabels(messages);
  const groups: readonly (readonly [title: string, items: readonly Item[]])[] = [
    [isUsed ? messages.carriedUsed : messages.carried(answers.length, questions.length), named(answers)],
    [messages.carriedChanged, named(changed)],
    [
      messages.carriedLeft,
      left.map(({ question, texts }) => ({ name: cleanText(question) || messages.discuss, texts })),
    ],
  ];
  const shown = groups.filter(([, items]) => items.length > 0);
  const [lead = ''] = shown[0] ?? [];
  useEffect(() => {
    const timer = setTimeout(() => engine.announce(lead), isUsed ? 0 : AFTER_ARRIVAL_MS);
    return () => clearTimeout(timer);
    // Not again with each answer that the user enters meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, isUsed]);
  return (
    <Notice>
      <div {...part('carried')}>
        {shown.map(([title, items], at) => (
          // The first keeps its button, and so the focus, when its text changes.
          <Fragment key={at}>
            <p {...part('carried-text')}>
              <span>{title}</span>
              {at === 0 && answers.length > 0 && (
                <ActionButton act={isUsed ? undo : use}>
                  {isUsed ? messages.carriedUndo : messages.carriedUse}
                </ActionButton>
              )}
              {at === 0 && !isUsed && (
                <ActionButton act={() => engine.act(dismiss, () => ids('heading', store.getState().active))}>
                  {messages.carriedDismiss}
                </ActionButton>
              )}
            </p>
            <Items items={items} labels={labels} />
          </Fragment>
        ))}
      </div>
    </Notice>
  );
}

interface Item {
  readonly name: string;
  readonly texts: readonly string[];
}

const Items = ({ items, labels }: { items: readonly Item[]; labels: ClampLabels }) => (
  <dl {...part('carried-answers')}>
    {items.map(({ name, texts }, at) => (
      <div key={at}>
        <dt {...part('review-question')}>
          <bdi>{name}</bdi>
        </dt>
        {texts.map((text, index) => (
          <dd key={index} {...part('review-answer')}>
            <ReadOnlyText text={text} labels={labels}>
              <bdi translate="no">{cleanText(text, { lines: true })}</bdi>
            </ReadOnlyText>
          </dd>
        ))}
      </div>
    ))}
  </dl>
);
