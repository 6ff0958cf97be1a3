'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { chainAll } from '../chain.js';
import { useAsk } from '../context.js';

export interface AskUserCollapseProps extends ComponentPropsWithoutRef<typeof Primitive.button> {}

/**
 * Folds the card into one line, with everything that was entered. In a dock it is named "Write a message instead", and takes the focus
 * to the composer. Renders a `<button>`.
 */
export const Collapse = forwardRef<HTMLButtonElement, AskUserCollapseProps>(function Collapse(props, ref) {
  const { intents, messages, controls, presentation } = useAsk();
  const dock = presentation === 'dock';
  return (
    <Primitive.button
      {...part('collapse')}
      type="button"
      // Its name, too: beside an `aria-label` it would be read as a description.
      title={dock ? undefined : messages.collapse}
      aria-expanded="true"
      {...props}
      {...chainAll(props, {
        // A pointer leaves the focus, and the caret, where it is to be again afterwards.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onClick: (event: MouseEvent) => {
          controls.act(() => intents.collapse(event));
          if (dock) controls.move('leave');
        },
      })}
      ref={ref}
    >
      {props.children ?? (dock && <span>{messages.writeMessage}</span>)}
    </Primitive.button>
  );
});
