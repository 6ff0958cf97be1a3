'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { composeAllEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAsk } from '../context.js';

/** Props of `AskUser.Collapse`. */
export interface AskUserCollapseProps extends ComponentPropsWithoutRef<typeof Primitive.button> {}

/**
 * Renders a `<button>` that collapses the card to one line and keeps everything that was entered. In a dock, it is
 * named "Write a message instead" and moves focus to the composer. Place it inside `AskUser.Card`.
 */
export const Collapse = forwardRef<HTMLButtonElement, AskUserCollapseProps>(function Collapse(props, ref) {
  const { intents, messages, commands, presentation } = useAsk();
  const dock = presentation === 'dock';
  return (
    <Primitive.button
      {...part('collapse')}
      type="button"
      // `title` is also the accessible name. Next to an `aria-label`, it would be read as a description.
      title={dock ? undefined : messages.collapse}
      aria-expanded="true"
      {...props}
      {...composeAllEventHandlers(props, {
        // A mouse press must not move focus and the caret, to which expanding returns.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onClick: (event: MouseEvent) => {
          commands.act(() => intents.collapse(event));
          if (dock) commands.move('leave');
        },
      })}
      ref={ref}
    >
      {props.children ?? (dock && <span>{messages.writeMessage}</span>)}
    </Primitive.button>
  );
});
