import { render } from '@testing-library/react';
import { Fragment, startTransition, StrictMode, Suspense, use, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';
import { button, chosen, cleanUpAfterEach, click, radio } from '../../helpers/browser/card.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const never = new Promise<never>(() => {});
const Waits = () => use(never);

describe.each([false, true])('a render that React discards (StrictMode %s)', (strict) => {
  it('keeps the request and its drafts, and reports nothing of the other request [R-KEEP]', async () => {
    const onSubmit = vi.fn();
    const others = vi.fn();
    const Host = () => {
      const [id, setId] = useState('r1');
      const first = id === 'r1';
      return (
        <Suspense fallback="waiting">
          <button onClick={() => startTransition(() => setId('r2'))}>Other request</button>
          <button onClick={() => setId('r1')}>Same request</button>
          <AskUserDialog
            requestId={id}
            questions={[first ? DATABASE : NAME]}
            defaultCollapsed={!first}
            onSubmit={onSubmit}
            onCollapsedChange={others}
            onError={others}
          />
          {first ? null : <Waits />}
        </Suspense>
      );
    };
    const Mode = strict ? StrictMode : Fragment;
    render(
      <Mode>
        <Host />
      </Mode>,
    );
    await click(radio('SQLite'));
    await click(button('Other request'));
    expect(chosen()).toEqual(['SQLite']);
    await click(button('Same request'));
    expect(chosen()).toEqual(['SQLite']);
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'SQLite' }] });
    expect(others).not.toHaveBeenCalled();
  });
});
