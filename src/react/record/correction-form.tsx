'use client';
import { useEffect, useState, type ReactNode } from 'react';
import { toReplyOf } from '../../core/answer/build-answers.js';
import { correctionText } from '../../core/answer/record.js';
import type { Answer } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { useAsk } from '../dialog/context.js';
import { Actions } from '../dialog/parts/actions.js';
import { Body } from '../dialog/parts/body.js';
import { Card } from '../dialog/parts/card.js';
import { DeliveryError } from '../dialog/parts/delivery-error.js';
import { Questions } from '../dialog/parts/questions.js';
import { AskUserRoot } from '../dialog/parts/root.js';
import { byUser } from '../engine/focus-after.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import type { ResultDetails } from '../flow/options.js';
import type { ChangeAnswerProps } from './change-answer.js';
import { isFailure } from './is-failure.js';

/** The form for one answer. `sent` tells whether it was changed and sent. */
interface CorrectionFormProps extends ChangeAnswerProps {
  onClose: (sent: boolean) => void;
}

/** What the user entered, whether or not it was accepted as recommended. */
const entered = (answer: Answer) => JSON.stringify({ ...toReplyOf(answer), recommended: undefined });

/** Renders the question of an answer with that answer entered. An unchanged answer is not sent. */
export function CorrectionForm(props: CorrectionFormProps): ReactNode {
  const { record, question, answer: before, onCorrect, onClose, messages, headingLevel, renderText } = props;
  const { requestId, asker, previewFormat } = record;
  const [request] = useState<AskUserRequest>({
    requestId,
    questions: [question],
    ...(asker !== undefined && { asker }),
    ...(previewFormat && { previewFormat }),
  });

  async function submit(_: object, { result }: ResultDetails): Promise<unknown> {
    const [after] = result.status === 'answered' ? result.answers : [];
    if (!after) return undefined;
    const isSame = entered(after) === entered(before);
    const sent: unknown =
      !isSame &&
      (await onCorrect({ requestId, question, before, after, text: correctionText(question, before, after) }));
    if (!isFailure(sent)) onClose(!isSame);
    return sent;
  }

  return (
    <AskUserRoot
      request={request}
      requestId={requestId}
      messages={messages}
      headingLevel={headingLevel}
      renderText={renderText}
      onSubmit={submit}
      onCancel={() => onClose(false)}
    >
      <Entered {...props} />
      <Card>
        <Body>
          <Questions />
          <Actions />
          <DeliveryError />
        </Body>
      </Card>
    </AskUserRoot>
  );
}

/** Enters the earlier answer, and moves focus to the question. */
function Entered({ question, answer }: ChangeAnswerProps): null {
  const { store, engine } = useAsk();
  useIsomorphicLayoutEffect(() => {
    const { selected, custom = '', notes = '' } = answer;
    const other = custom !== '' && question.options.length > 0;
    const draft = { questionId: question.id, selected: selected.map(({ index }) => index), other, custom, notes };
    store.dispatch({ type: 'restore', drafts: [{ ...draft, skipped: false }] });
    // The answer of a record does not change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store]);
  useEffect(() => void engine.move(byUser), [engine]);
  return null;
}
