import { render } from '@testing-library/react';
import { createRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';
import { cleanUpAfterEach, loaded } from '../../helpers/browser/card.js';
import { press, QUICK } from '../../helpers/browser/keys.js';
import { DATABASE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** Appends shadow roots with these modes to a body, each within the one before, and returns the innermost. */
function rootsIn({ body }: Document, modes: readonly ShadowRootMode[]): ShadowRoot {
  const host = body.appendChild(body.ownerDocument.createElement('div'));
  closers.push(() => host.remove());
  const [first, ...others] = modes.map((mode, at) =>
    (at === 0 ? host : body.ownerDocument.createElement('div')).attachShadow({ mode }),
  );
  return others.reduce((outer, inner) => {
    outer.append(inner.host);
    return inner;
  }, first!);
}

function openFrame(): Document {
  const frame = document.body.appendChild(document.createElement('iframe'));
  closers.push(() => frame.remove());
  frame.focus();
  return frame.contentDocument!;
}

const draw = (root: ShadowRoot, drawn: ReactNode) => render(<>{createPortal(drawn, root)}</>);
const controls = (root: ShadowRoot) => [...root.querySelectorAll<HTMLElement>('[data-ask-user="control"]')];

const ROOTS: [string, ShadowRootMode[], page?: () => Document][] = [
  ['a closed shadow root', ['closed']],
  ['a closed shadow root in an open one', ['open', 'closed']],
  ['an open shadow root in a closed one', ['closed', 'open']],
  ['a closed shadow root of a frame', ['closed'], openFrame],
];

describe.each(ROOTS)('a card in %s', (_, modes, page = () => document) => {
  it.each(['inline', 'dock', 'modal'] as const)(
    '(%s) uses Escape before a handler of the host does [R-CANCEL]',
    async (presentation) => {
      const root = rootsIn(page(), modes);
      const onCancel = vi.fn();
      const heard = vi.fn();
      const { ownerDocument } = root;
      ownerDocument.addEventListener('keydown', heard, true);
      closers.push(() => ownerDocument.removeEventListener('keydown', heard, true));
      draw(root, <AskUserDialog questions={[DATABASE]} onCancel={onCancel} presentation={presentation} />);
      controls(root)[0]!.focus();
      await press('Escape');
      expect([onCancel.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0]);
    },
  );

  it('leaves Escape to the host while focus is beside the card', async () => {
    const root = rootsIn(page(), modes);
    const onCancel = vi.fn();
    draw(
      root,
      <>
        <textarea />
        <AskUserDialog questions={[DATABASE]} onCancel={onCancel} />
      </>,
    );
    root.querySelector('textarea')!.focus();
    await press('Escape');
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('returns focus to the composer if the shortcut is pressed again [R-FOLLOW]', async () => {
    const root = rootsIn(page(), modes);
    draw(
      root,
      <>
        <textarea />
        <AskUserDialog questions={[DATABASE]} focusShortcut="Alt+Q" />
      </>,
    );
    await loaded();
    const composer = root.querySelector('textarea')!;
    composer.focus();
    await press('q', { alt: true });
    expect(root.activeElement?.textContent).toContain('Which database');
    await press('q', { alt: true });
    expect(root.activeElement).toBe(composer);
  });

  it('follows the answer to a question before it, although focus is in the composer [R-FOLLOW]', async () => {
    const root = rootsIn(page(), modes);
    const composerRef = createRef<HTMLTextAreaElement>();
    const chat = (requestId: string) => (
      <>
        <textarea ref={composerRef} />
        <AskUserDialog
          key={requestId}
          questions={[DATABASE]}
          requestId={requestId}
          autoFocus="follow"
          composerRef={composerRef}
          returnFocusTo={composerRef}
        />
      </>
    );
    const { rerender } = draw(root, chat('1'));
    await loaded();
    controls(root)[0]!.focus();
    await press('1');
    await press('Enter');
    await expect.poll(() => root.activeElement).toBe(composerRef.current);
    rerender(<>{createPortal(chat('2'), root)}</>);
    await expect.poll(() => root.activeElement).toBe(controls(root)[0]);
    await press('Enter', QUICK);
    expect(controls(root)[0]?.getAttribute('aria-checked')).toBe('false');
  });
});

it('a card follows a message from a composer in another shadow root [R-FOLLOW]', async () => {
  const root = rootsIn(document, ['open']);
  const composerRef = createRef<HTMLTextAreaElement>();
  const chat = (question?: ReactNode) => (
    <>
      {createPortal(<textarea ref={composerRef} onKeyDown={({ currentTarget }) => (currentTarget.value = '')} />, root)}
      {question}
    </>
  );
  const { rerender } = render(
    chat(<AskUserDialog questions={[DATABASE]} requestId="0" result={{ status: 'cancelled' }} autoFocus="follow" />),
  );
  await loaded();
  const composer = composerRef.current!;
  composer.focus();
  composer.value = 'Build it';
  await press('Enter');
  rerender(chat(<AskUserDialog questions={[DATABASE]} requestId="1" autoFocus="follow" composerRef={composerRef} />));
  await expect.poll(() => document.activeElement?.getAttribute('data-ask-user')).toBe('control');
});
