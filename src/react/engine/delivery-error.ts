import type { ComponentPropsWithoutRef } from 'react';
import { retriesNow } from '../../core/flow/selectors.js';
import type { AskUserState, DeliveryError } from '../../core/flow/types.js';
import type { AskUserMessages } from '../../messages/types.js';
import { failureReason } from '../text/failure-reason.js';
import type { Engine } from './engine.js';
import { buttonProps, mergeProps } from './props.js';

type ButtonProps = ComponentPropsWithoutRef<'button'>;

/** A delivery that failed or that the host refused. Everything that was entered is kept. */
export interface DeliveryErrorModel extends Pick<DeliveryError, 'code' | 'cause' | 'result'> {
  /** What happened, in the language of `messages`, and the host's reason, if it gave one. */
  message: string;
  /** Whether to render a button that repeats the delivery: it can be repeated, and the primary button does not do it. */
  canRetry: boolean;
  /** Returns props for this `<button>`. */
  getRetryProps: (props?: ButtonProps) => ButtonProps;
}

export function createDeliveryError(
  engine: Engine,
  state: AskUserState,
  messages: AskUserMessages,
): DeliveryErrorModel | undefined {
  const { error, phase } = state;
  if (!error) return undefined;
  const { code, cause, result, retry } = error;
  const message = [messages.failed(result.status), failureReason(error)].filter(Boolean).join(' ');
  return {
    message,
    code,
    cause,
    result,
    canRetry: retry !== false && !retriesNow(state),
    getRetryProps: (props = {}) => mergeProps(buttonProps(engine, 'retry', phase === 'submitting'), props),
  };
}
