import { useState, type ReactElement } from 'react';
import { AskUserDialog } from 'react-ask-user';
import type { Dialect } from 'react-ask-user/dialects';

/** Returns the dialogs of the open questions, to render in the page, and `show`, which adds one. */
export function useShow() {
  const [dialogs, setDialogs] = useState<readonly ReactElement[]>([]);

  /** Resolves with the output that the agent expects. Aborting `signal` resolves it too and removes the dialog. */
  function show<A, E>(
    dialect: Dialect<A, E>,
    input: unknown,
    { asker, signal }: { asker?: string; signal?: AbortSignal } = {},
  ): Promise<A | E> {
    return new Promise((resolve) => {
      const id = crypto.randomUUID();
      const done = (wire: A | E) => {
        resolve(wire);
        setDialogs((all) => all.filter(({ key }) => key !== id));
      };
      const abort = () => {
        const parsed = dialect.parse(input);
        if (parsed.ok) done(dialect.formatResult({ status: 'aborted' }, parsed.value));
      };
      const props = { dialect, input, asker, requestId: id, onSubmit: done, onCancel: done };
      setDialogs((all) => [...all, <AskUserDialog key={id} {...props} />]);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  return { dialogs, show };
}
