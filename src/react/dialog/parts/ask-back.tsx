'use client';
import { forwardRef, type ComponentPropsWithoutRef, type ElementType } from 'react';
import type { Draft } from '../../../core/flow/types.js';
import { offersAskBack, offersDiscussThis } from '../../../core/flow/selectors.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import type { SlotProps } from '../../radix/slot.js';
import { useAskQuestion } from '../context.js';

/** Props of `AskUser.AskBack`. */
export interface AskUserAskBackProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}
/** Props of `AskUser.AskAbout`. */
export interface AskUserAskAboutProps extends SlotProps<'button'> {}

const hasAskedBack = ({ askBack, exchanges }: Partial<Draft> = {}) => (askBack ?? exchanges) !== undefined;

type LaterPart = 'Exchanges' | 'OpenAskBack';

/** Returns a part of the later file, which is rendered if the user may ask the agent about the question, or discuss it. */
const laterPart = <Element, Props extends object>(name: LaterPart) =>
  forwardRef<Element, Props>(function AskBackPart(props, ref) {
    const { store, question, index } = useAskQuestion();
    const offered = useFlowValue(
      store,
      (state) =>
        offersAskBack(question, state) ||
        // What was said and typed stays if the agent can no longer reply.
        (name === 'Exchanges' ? hasAskedBack(state.drafts[index]) : offersDiscussThis(state)),
    );
    const Part = useLater(laterCard, offered)?.[name] as ElementType | undefined;
    return Part ? <Part {...props} ref={ref} /> : null;
  });

/**
 * Renders a `<div>` with what the user has asked the agent about the question, the replies, and the field for another
 * question once it is open, otherwise `null`. Must be inside `AskUser.Question`.
 */
export const AskBack = /* @__PURE__ */ laterPart<HTMLDivElement, AskUserAskBackProps>('Exchanges');

/**
 * Renders a `<button>` that opens the field for a question to the agent. Without `onAskBack`, it asks for a message to
 * discuss this one of several questions, if the host sets `allow.discuss`. Otherwise renders `null`, as for a secret
 * question, and once the field is open. Must be inside `AskUser.Question`.
 */
export const AskAbout = /* @__PURE__ */ laterPart<HTMLButtonElement, AskUserAskAboutProps>('OpenAskBack');
