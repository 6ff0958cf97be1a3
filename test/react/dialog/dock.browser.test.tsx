import { render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
import {
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  loaded,
  radio,
} from '../../helpers/browser/card.js';
import { press, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

beforeEach(() => page.viewport(1000, 900));

interface ChatProps extends AskUserDialogProps {
  /** Whether the host shows the request. */
  open?: boolean;
  /** Initial text of the composer. */
  message?: string;
  /** Whether the dialog stays mounted after the request is settled. */
  keeps?: boolean;
  /** Whether the host notices the answer 30 ms late. */
  isSlow?: boolean;
  /** Called with each change of the collapsed state. */
  reportCollapsed?: AskUserDialogProps['onCollapsedChange'];
  /** Questions of a second request, below the first. */
  next?: AskUserDialogProps['questions'];
}

/** A chat that hides its composer while the dock is shown. */
function Chat({
  open = false,
  keeps = false,
  isSlow = false,
  message: text,
  reportCollapsed,
  next,
  ...props
}: ChatProps) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const [isCollapsed, setIsCollapsed] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const end = () => void (isSlow ? setTimeout(() => setIsOver(true), 30) : setIsOver(true));
  const asks = next !== undefined || (open && !isOver && !props.streaming && !props.result);
  return (
    <>
      <button type="button">Elsewhere</button>
      {open && (keeps || !isOver) && (
        <AskUserDialog
          questions={[DATABASE]}
          asker="Setup assistant"
          presentation="dock"
          composerRef={composer}
          collapsed={isCollapsed}
          onCollapsedChange={(collapsed, details) => {
            reportCollapsed?.(collapsed, details);
            setIsCollapsed(collapsed);
          }}
          onSubmit={end}
          onCancel={end}
          {...props}
        />
      )}
      {next && <AskUserDialog questions={next} presentation="dock" composerRef={composer} />}
      <form hidden={asks && !isCollapsed}>
        <textarea aria-label="Message" defaultValue={text} ref={composer} />
        <button type="button">Send</button>
      </form>
    </>
  );
}

/** Also finds a hidden composer. */
const message = () => document.querySelector<HTMLTextAreaElement>('[aria-label="Message"]')!;
const card = () => document.querySelector<HTMLElement>('[data-ask-user="card"]')!;

/** Renders a question in a chat whose composer has focus and contains this text. */
function arrive(text: string, props: ChatProps = {}) {
  const { rerender } = render(<Chat {...props} />);
  message().focus();
  message().value = text;
  const ask = (now: ChatProps = {}) => rerender(<Chat {...props} open {...now} />);
  ask();
  return { ask };
}

describe('presentation="dock" [R-DOCK]', () => {
  it('moves focus from an empty composer to its first control, and answer keys wait', async () => {
    arrive('');
    await frame();
    expect(focused()).toBe('control PostgreSQL');
    expect(message()).not.toBeVisible();
    await press('2', QUICK);
    await press('Enter', QUICK);
    await press(' ', QUICK);
    expect(chosen()).toEqual([]);
    await press('2', { laterMs: 600 });
    expect(chosen()).toEqual(['SQLite']);
  });

  it('moves focus into the field of a question without options', async () => {
    arrive('', { questions: [NAME] });
    await frame();
    await typeKeys('orders');
    expect(field(/name of/)).toHaveValue('orders');
  });

  it('leaves focus in the composer while the questions stream in', async () => {
    const { ask } = arrive('', { questions: [DATABASE], streaming: true });
    await frame();
    expect(message()).toHaveFocus();
    ask({ questions: [DATABASE, NAME], streaming: false });
    await frame();
    expect(focused()).toBe('control PostgreSQL');
  });

  it('is collapsed above a message that the user is writing', async () => {
    arrive('Wait, what');
    await frame();
    expect(message()).toHaveFocus();
    expect(message()).toHaveValue('Wait, what');
    expect(button('Continue')).toBeVisible();
    expect(card().getBoundingClientRect().bottom).toBeLessThanOrEqual(message().getBoundingClientRect().top);
    await click(button('Continue'));
    expect(message()).not.toBeVisible();
    expect(radio('PostgreSQL')).toBeVisible();
  });

  it('is collapsed above a message that exists when the page loads', async () => {
    render(<Chat open message="Wait, what" />);
    await frame();
    expect(message()).toBeVisible();
    expect(button('Continue')).toBeVisible();
  });

  it('does not move focus if the composer does not have it', async () => {
    const { rerender } = render(<Chat />);
    button('Elsewhere').focus();
    rerender(<Chat open />);
    await frame();
    expect(button('Elsewhere')).toHaveFocus();
  });

  it('moves focus from a button of the composer’s form', async () => {
    const { rerender } = render(<Chat />);
    button('Send').focus();
    rerender(<Chat open />);
    await frame();
    expect(focused()).toBe('control PostgreSQL');
  });

  it('shows and focuses the composer on "Write a message instead", and returns on Continue', async () => {
    arrive('', { questions: THREE });
    await click(radio('SQLite'));
    radio('SQLite').focus();
    button('Write a message instead').focus();
    await press('Enter');
    expect(message()).toHaveFocus();
    await typeKeys('Why?');
    expect(message()).toHaveValue('Why?');
    expect(card()).toHaveTextContent(/Which database should we use\?.*1 of 3 answered/);
    button('Continue').focus();
    await press('Enter');
    expect(message()).not.toBeVisible();
    expect(chosen()).toEqual(['SQLite']);
    expect(focused()).toBe('collapse Write a message instead');
  });

  it.each<[string, ChatProps]>([
    ['stays mounted', { open: true }],
    ['is mounted again', { open: false }],
  ])('arrives expanded after "Write a message instead" before, if the dialog %s', async (_, between) => {
    const onCollapsedChange = vi.fn<NonNullable<AskUserDialogProps['onCollapsedChange']>>();
    const { ask } = arrive('', { reportCollapsed: onCollapsedChange, keeps: true });
    await click(button('Write a message instead'));
    ask({ ...between, result: { status: 'superseded' } });
    message().focus();
    ask({ requestId: 'next', questions: [FEATURES] });
    await frame();
    expect([message().checkVisibility(), focused()]).toEqual([false, 'question Which features should we include?']);
    expect(onCollapsedChange.mock.calls.slice(1)).toMatchObject([[false, { reason: 'expand', event: undefined }]]);
    await press('1', QUICK);
    expect(chosen()).toEqual([]);
    await press('1', { laterMs: 600 });
    expect(chosen()).toEqual(['Accounts']);
  });

  it.each<[string, ChatProps]>([
    ['the host controls `collapsed`', {}],
    ['the host only follows `onCollapsedChange`', { collapsed: undefined }],
  ])('arrives collapsed above a new message after one that was collapsed, if %s', async (_, props) => {
    const { ask } = arrive('', props);
    await click(button('Write a message instead'));
    message().value = 'Wait, what';
    ask({ requestId: 'next', questions: [FEATURES] });
    await frame();
    expect([message().checkVisibility(), button('Continue').checkVisibility()]).toEqual([true, true]);
  });

  it.each<[string, AskUserDialogProps]>([
    ['calls `cancel()`', { collapsed: undefined, onCollapsedChange: (_, details) => details.cancel() }],
    ['ignores the change', { onCollapsedChange: () => {} }],
  ])('keeps focus on "Write a message instead" if the host %s', async (_, props) => {
    arrive('', props);
    await frame();
    button('Elsewhere').focus();
    button('Write a message instead').focus();
    await press('Enter');
    await frame();
    expect(card()).not.toHaveAttribute('data-collapsed');
    expect(focused()).toBe('collapse Write a message instead');
  });

  it('shortens "Write a message instead" to an arrow in a narrow window, and is Collapse in other presentations', async () => {
    await page.viewport(390, 600);
    const { rerender } = render(<AskUserDialog questions={[DATABASE]} presentation="dock" />);
    expect(button('Write a message instead').getBoundingClientRect().width).toBeLessThan(50);
    await page.viewport(900, 600);
    expect(button('Write a message instead').getBoundingClientRect().width).toBeGreaterThan(150);
    rerender(<AskUserDialog questions={[DATABASE]} />);
    expect(button('Collapse')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Write a message instead' })).toBeNull();
  });

  it.each([
    ['removes the card', {}],
    ['keeps the card', { keeps: true }],
    ['keeps the card and is slow', { keeps: true, isSlow: true }],
  ])('shows and focuses the composer after an answer, if the host %s', async (_, host) => {
    arrive('', host);
    await frame();
    await press('2', { laterMs: 600 });
    await press('Enter', { laterMs: 700 });
    await expect.poll(() => document.activeElement).toBe(message());
    await frame();
    expect(document.querySelector('[data-ask-user="card"]:not([hidden])')).toBeNull();
  });

  it('stays with the typed text after an external settlement, until the user closes it', async () => {
    const { ask } = arrive('', { questions: [NAME] });
    await frame();
    await typeKeys('orders');
    ask({ result: { status: 'aborted', reason: 'already_resolved' } });
    await loaded();
    expect(card()).toHaveTextContent('orders');
    button('Close').focus();
    await press('Enter');
    expect(card()).not.toBeVisible();
    expect(message()).toHaveFocus();
    // Another request is shown again.
    ask({ result: undefined, requestId: 'next', questions: [DATABASE] });
    expect(card()).toBeVisible();
  });

  it('moves focus on Close to a pending question that replaces the composer', async () => {
    const { ask } = arrive('', { questions: [NAME] });
    await frame();
    await typeKeys('orders');
    ask({ result: { status: 'aborted', reason: 'already_resolved' }, next: [DATABASE] });
    await loaded();
    button('Close').focus();
    await press('Enter');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await expect.poll(focused).toBe('question Which database should we use?');
    await press('2', { laterMs: 600 });
    expect(chosen()).toEqual(['SQLite']);
  });

  it('is as wide as its container, at most 60 % of the window high, and shows its buttons', async () => {
    await page.viewport(390, 700);
    const options = Array.from({ length: 12 }, (_, i) => ({ label: `Option ${i + 1}`, description: 'Said of it' }));
    render(
      <div style={{ inlineSize: 360 }}>
        <AskUserDialog
          questions={[{ question: 'Which one?', context: 'Why. '.repeat(80), options }]}
          presentation="dock"
        />
      </div>,
    );
    await loaded();
    const { width, height, bottom } = card().getBoundingClientRect();
    expect(width).toBe(360);
    expect(height).toBeLessThanOrEqual(420);
    const submit = button('Submit').getBoundingClientRect();
    expect(submit.bottom).toBeLessThanOrEqual(bottom);
  });
});

describe('a dock with autoFocus="follow" [R-DOCK] [R-FOLLOW]', () => {
  it('accepts a digit at once after a message, while Enter waits', async () => {
    const onSubmit = vi.fn();
    const { rerender } = render(<Chat autoFocus="follow" />);
    rerender(<Chat autoFocus="follow" open result={{ status: 'cancelled' }} />);
    await loaded();
    rerender(<Chat autoFocus="follow" />);
    message().focus();
    await typeKeys('Go');
    await press('Enter');
    message().value = '';
    rerender(<Chat autoFocus="follow" open requestId="next" onSubmit={onSubmit} />);
    await loaded();
    await press('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
    await press('Enter', QUICK);
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
