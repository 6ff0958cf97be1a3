import { render, screen } from '@testing-library/react';
import { createRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { parseRequest } from '../../../src/core/index.js';
import { codexAsync } from '../../../src/dialects/index.js';
import { AskUserDialog, type LateAnswers } from '../../../src/react/index.js';
import { button, cleanUpAfterEach, click, field, loaded, radio } from '../../helpers/browser/card.js';
import { press, SOON, typeKeys } from '../../helpers/browser/keys.js';
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

  it('arrives collapsed as a dock, also if the host controls that', async () => {
    const composer = createRef<HTMLTextAreaElement>();
    const Page = () => {
      const [isCollapsed, setCollapsed] = useState(false);
      return (
        <>
          <AskUserDialog
            request={ahead()}
            presentation="dock"
            composerRef={composer}
            collapsed={isCollapsed}
            onCollapsedChange={setCollapsed}
          />
          <textarea ref={composer} aria-label="Message" />
        </>
      );
    };
    render(<Page />);
    expect(document.querySelector('[data-ask-user="card"]')).toHaveAttribute('data-collapsed');
    await loaded();
    button('Continue').focus();
    await press('Enter');
    await expect.poll(() => radio('SQLite').checkVisibility(), SOON).toBe(true);
  });

  it('is answered too late for its host, which can send the answers as a message', async () => {
    const onLateAnswers = vi.fn<(late: LateAnswers) => unknown>();
    const { questions, ...request } = ahead();
    const secret = { ...questions[1]!, id: 'token', question: 'Which token?', constraints: { secret: true } };
    const page = (result?: { status: 'superseded' }) => (
      <AskUserDialog
        request={{ ...request, questions: [...questions, secret] }}
        defaultCollapsed={false}
        result={result}
        onLateAnswers={onLateAnswers}
      />
    );
    const { rerender } = render(page());
    await click(radio('SQLite'));
    await click(screen.getByRole('tab', { name: /Question 3/ }));
    field(/token/).focus();
    await typeKeys('hush');
    rerender(page({ status: 'superseded' }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Send as a message' }), SOON).not.toBeNull();
    button('Send as a message').click();
    await expect.poll(() => onLateAnswers.mock.calls.length, SOON).toBe(1);
    expect(onLateAnswers.mock.calls[0]![0].answers).toMatchObject([{ answer: 'SQLite' }]);
    expect(JSON.stringify(onLateAnswers.mock.calls[0]![0])).not.toContain('hush');
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

  it('is what the asynchronous tool of codex asks, and its output is the message for codex', async () => {
    const item = {
      type: 'agentMessage',
      id: 'item_3',
      delivery: 'async',
      phase: 'final_answer',
      questions: [{ title: 'Which storage?', options: ['Redis', 'Postgres'] }, { title: 'Anything else?' }],
    };
    const input = { threadId: 't', turnId: 'u', item };
    const onSubmit = vi.fn<(output: string) => unknown>();
    render(
      <AskUserDialog
        input={{ method: 'item/completed', params: input }}
        dialect={codexAsync}
        onSubmit={onSubmit}
        onCancel={() => undefined}
      />,
    );
    expect(line()).toBeVisible();
    button('Continue').focus();
    await press('Enter');
    await expect.poll(() => radio('Redis').checkVisibility(), SOON).toBe(true);
    await press('Tab');
    expect(document.activeElement).toBe(radio('Redis'));
    await press('ArrowDown');
    await click(screen.getByRole('tab', { name: /^Review/ }));
    await loaded();
    button('Send what I have').focus();
    await press('Enter');
    await expect.poll(() => onSubmit.mock.calls.length, SOON).toBe(1);
    expect(onSubmit.mock.calls[0]![0]).toBe(
      '<send_user_message_question_reply>\n' +
        '[{"questionItemId":"[\\"request_user_input_async\\",\\"item_3\\",0]","question":"Which storage?","answer":"Postgres"}]\n' +
        '</send_user_message_question_reply>',
    );
  });
});
