import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { parseRequest } from '../../../src/core/index.js';
import { codexAsync } from '../../../src/dialects/index.js';
import { AskUserDialog } from '../../../src/react/index.js';
import { button, cleanUpAfterEach, loaded, radio } from '../../helpers/browser/card.js';
import { press, SOON } from '../../helpers/browser/keys.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

const QUESTIONS = [{ question: 'Which database?', options: ['SQLite', 'PostgreSQL'] }, { question: 'Which port?' }];

function ahead() {
  const parsed = parseRequest({ questions: QUESTIONS }, { requestId: 'r1', blocking: false });
  if (!parsed.ok) throw new Error('The questions are invalid.');
  return parsed.value;
}

const LINE = 'Assistant goes on meanwhile. Answer whenever you like.';

/** The line. A collapsed card has a hidden one, too. */
const line = () => screen.getAllByText(LINE).find((one) => one.checkVisibility());

describe('a request whose agent does not wait [R-AHEAD]', () => {
  it('is one line that says so, until the user opens it, and some answers are enough', async () => {
    const onSubmit = vi.fn();
    render(<AskUserDialog request={ahead()} onSubmit={onSubmit} />);
    expect(line()).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    button('Continue').focus();
    await press('Enter');
    await expect.poll(() => radio('SQLite').checkVisibility(), SOON).toBe(true);
    expect(line()).toBeVisible();
    radio('SQLite').click();
    screen.getByRole('tab', { name: /^Review/ }).click();
    await expect.poll(() => screen.queryByRole('button', { name: 'Send what I have' }), SOON).not.toBeNull();
    button('Send what I have').click();
    await expect.poll(() => onSubmit.mock.calls.length, SOON).toBe(1);
    expect(onSubmit.mock.calls[0]![0]).toMatchObject({ answers: [{ answer: 'SQLite' }, { skipped: true }] });
  });

  it('needs all answers if the host says so', async () => {
    render(<AskUserDialog request={ahead()} defaultCollapsed={false} allow={{ partial: false }} />);
    radio('SQLite').click();
    screen.getByRole('tab', { name: /^Review/ }).click();
    await loaded();
    expect(screen.queryByRole('button', { name: 'Send what I have' })).toBeNull();
  });

  it.each(['dock', 'modal', 'inline'] as const)('does not take the focus of a composer as %s', async (presentation) => {
    const composer = createRef<HTMLTextAreaElement>();
    const page = (shown: boolean) => (
      <>
        <textarea ref={composer} aria-label="Message" />
        {shown && (
          <AskUserDialog request={ahead()} presentation={presentation} composerRef={composer} autoFocus="follow" />
        )}
      </>
    );
    const { rerender } = render(page(false));
    composer.current!.focus();
    rerender(page(true));
    await loaded();
    expect(document.activeElement).toBe(composer.current);
    expect(document.querySelector('[data-ask-user="card"]')).toHaveAttribute('data-collapsed');
    expect(line()).toBeVisible();
  });

  it('does not keep a request that blocks from taking the focus', async () => {
    const composer = createRef<HTMLTextAreaElement>();
    const second = { ...ahead(), requestId: 'r2' };
    const { blocking: _, ...blocks } = second;
    const page = (shown: boolean) => (
      <>
        <AskUserDialog request={ahead()} />
        {shown && <AskUserDialog request={blocks} presentation="dock" composerRef={composer} />}
        <form>
          <textarea ref={composer} aria-label="Message" />
        </form>
      </>
    );
    const { rerender } = render(page(false));
    composer.current!.focus();
    rerender(page(true));
    await expect.poll(() => document.activeElement, SOON).toBe(radio('SQLite'));
  });

  it('is what the asynchronous tool of codex asks', () => {
    const parsed = codexAsync.parse({ questions: [{ title: 'Which port?' }] });
    expect(parsed).toMatchObject({ ok: true, value: { blocking: false } });
  });
});
