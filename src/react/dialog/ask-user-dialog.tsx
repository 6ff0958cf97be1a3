'use client';
import { forwardRef, type ReactElement, type Ref } from 'react';
import type { AnsweredOutput, UnansweredOutput } from '../../core/answer/output.js';
import type { QuestionInput } from '../../core/question/types.js';
import { type AskUserCardElement, type CardElementProps, cardProps } from './card-props.js';
import { Actions } from './parts/actions.js';
import { Body } from './parts/body.js';
import { Card } from './parts/card.js';
import { DeliveryError } from './parts/delivery-error.js';
import { Questions } from './parts/questions.js';
import { AskUserRoot, type AskUserRootProps } from './parts/root.js';
import { Title } from './parts/title.js';

/** Props of `AskUserDialog`: those of `AskUser.Root` and of the card's element, except `children`. */
export interface AskUserDialogProps<
  A = AnsweredOutput,
  E = UnansweredOutput,
  Item extends QuestionInput = QuestionInput,
>
  extends Omit<AskUserRootProps<A, E, Item>, 'children'>, CardElementProps {}

const CONTENT = (
  <Body>
    <Title />
    <Questions />
    <Actions />
    <DeliveryError />
  </Body>
);

/**
 * Renders an agent's questions as an inline card, a modal or a dock. Passes the answers to `onSubmit`, or a
 * cancellation or decline to `onCancel`. Without `autoFocus`, an inline card does not move focus on mount.
 *
 * Renders a `<div>`, a `<dialog>` if `presentation` is `modal`, or `null` if there is nothing to ask.
 */
export const AskUserDialog = forwardRef<AskUserCardElement, AskUserDialogProps>(function AskUserDialog(props, ref) {
  return (
    <AskUserRoot {...props}>
      <Card {...cardProps(props)} ref={ref}>
        {CONTENT}
      </Card>
    </AskUserRoot>
  );
}) as <A = AnsweredOutput, E = UnansweredOutput, const Item extends QuestionInput = QuestionInput>(
  props: AskUserDialogProps<A, E, Item> & { ref?: Ref<AskUserCardElement> },
) => ReactElement | null;
