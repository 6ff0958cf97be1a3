'use client';
import { forwardRef, useEffect, useState } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { ActionButton, type AskUserButtonProps } from './button.js';

const load = () => import('../discuss-sheet.js');
type Chunk = Awaited<ReturnType<typeof load>>;

/** Kept, so that a card that comes later has it at once. */
let loaded: Chunk | undefined;

/** Returns the sheet's chunk once it is loaded, if the host allows to discuss; `undefined` if it can't be loaded. */
export function useDiscuss(store: AskUserStore): Chunk | undefined {
  const allowed = useFlowValue(store, ({ options }) => options.allowDiscuss);
  const [, setChunk] = useState(loaded);
  useEffect(() => {
    if (allowed)
      load().then(
        (chunk) => setChunk((loaded = chunk)),
        () => {},
      );
  }, [allowed]);
  return allowed ? loaded : undefined;
}

/** Asks what to discuss before answering. Renders a `<button>`, or nothing if the host does not allow it. */
export const Discuss = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Discuss(props, ref) {
  const { store, intents, messages } = useAskUserContext('Discuss');
  // Without its sheet, the button would lead nowhere.
  if (!useDiscuss(store)) return null;
  return (
    <ActionButton variant="quiet" act={intents.discuss} {...props} ref={ref}>
      {props.children ?? messages.discuss}
    </ActionButton>
  );
});
