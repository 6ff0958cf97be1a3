import { act, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toRecord, type AskUserRequest, type Exchange } from '../../../src/core/index.js';
import { useAskUser, type DraftStorage, type QuestionInput } from '../../../src/react/index.js';
import { de } from '../../../src/messages/languages/de.js';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  confirmation,
  field,
  focused,
  frame,
  loaded,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { hold, press, QUICK, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';

afterEach(() => sessionStorage.clear());
cleanUpAfterEach();

const offer = () => screen.queryByRole('button', { name: 'Ask about this' });
const askField = () => screen.queryByRole('textbox', { name: 'Your question' });
const status = () => document.querySelector('[data-ask-user="status"]')?.textContent;
const thread = () => within(document.querySelector<HTMLElement>('[data-ask-user="ask-back"]')!);

/** Answers each exchange when the test says so. */
function createAgent() {
  const asked: {
    exchange: Exchange;
    signal: AbortSignal;
    reply: (text: string) => Promise<void>;
    fail: () => Promise<void>;
  }[] = [];
  const onAskBack = (exchange: Exchange, { signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      asked.push({
        exchange,
        signal,
        reply: (text) => act(async () => resolve(text)),
        fail: () => act(async () => reject(new Error('offline'))),
      });
    });
  return { asked, onAskBack };
}

const question = (id: string, constraints = {}) => ({
  ...{ id, question: `What ${id}?`, options: [], multiSelect: false, constraints },
});
const SECRET_FIRST: AskUserRequest = {
  requestId: 'r1',
  questions: [question('token', { secret: true }), question('name')],
};

async function begin(options: AskOptions = {}, questions: readonly QuestionInput[] = THREE) {
  const agent = createAgent();
  const view = ask(options.request ? undefined : questions, {
    asker: 'Builder',
    onAskBack: agent.onAskBack,
    ...options,
  });
  await loaded();
  return { ...view, asked: agent.asked };
}

/** Opens the field from the first option with only Tab and Enter. */
async function open() {
  for (let step = 0; step < 14 && focused() !== 'question-action Ask about this'; step++) await press('Tab');
  expect(focused()).toBe('question-action Ask about this');
  await press('Enter');
  expect(focused()).toBe('field Your question');
}

describe('"Ask about this"', () => {
  it('asks, shows the reply above the options, and keeps the form open and the focus, by keyboard only [R-ASKBACK]', async () => {
    const { asked, onSubmit } = await begin();
    await mouseClick(radio('SQLite'));
    await open();
    await typeKeys('Why not');
    await press('Enter', { shift: true });
    await typeKeys('MySQL 2?');
    await press('Enter');
    expect(asked).toMatchObject([{ exchange: { questionId: 'q1', text: 'Why not\nMySQL 2?', status: 'waiting' } }]);
    expect(thread().getByText('Waiting for the reply…')).toBeVisible();
    expect([focused(), field('Your question').value, chosen()]).toEqual(['field Your question', '', ['SQLite']]);
    await mouseClick(radio('MongoDB'));
    await asked[0]!.reply('It is **slow**.\u202e');
    const reply = thread().getByText('It is **slow**.');
    expect(reply).toBeVisible();
    expect(reply.compareDocumentPosition(radio('MongoDB'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(thread().queryByText('Waiting for the reply…')).toBeNull();
    expect(status()).toBe('Reply: It is **slow**.');
    expect([focused(), chosen()]).toEqual(['control MongoDB', ['MongoDB']]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sends with the button, one exchange at a time for a question, and moves focus back to the field [R-ASKBACK]', async () => {
    const { asked } = await begin();
    await open();
    await typeKeys('Why?');
    await mouseClick(button('Send question'));
    expect(focused()).toBe('field Your question');
    await typeKeys('And?');
    expect(button('Send question')).toHaveAttribute('aria-disabled', 'true');
    await press('Enter');
    await mouseClick(button('Send question'));
    expect([asked.length, field('Your question').value]).toEqual([1, 'And?']);
    await mouseClick(tab(/^Name/));
    expect(askField()).toBeNull();
    await open();
    await typeKeys('Which?');
    await press('Enter');
    expect(asked.map(({ exchange }) => exchange.questionId)).toEqual(['q1', 'q3']);
    await asked[0]!.reply('So.');
    expect(status()).toBe('Reply: So.');
    await mouseClick(tab(/^Database/));
    await mouseClick(button('Send question'));
    expect(asked[2]?.exchange.text).toBe('And?');
  });

  it('shows the reply to a user who waits in the field of a low window [R-ASKBACK]', async () => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(320, 260);
    try {
      const { asked } = await begin();
      await open();
      await typeKeys('Why?');
      await press('Enter');
      // As after the on-screen keyboard has opened.
      scrollTo(0, scrollY + field('Your question').getBoundingClientRect().top - 4);
      await asked[0]!.reply('So.');
      const reply = thread().getByText('So.');
      await expect.poll(() => reply.getBoundingClientRect().top, SOON).toBeGreaterThan(0);
    } finally {
      await page.viewport(innerWidth, innerHeight);
    }
  });

  it('keeps the text of a failed exchange, and tries again with the same key [R-ASKBACK]', async () => {
    const { asked } = await begin();
    await open();
    await typeKeys('Why?');
    await press('Enter');
    await typeKeys('And?');
    await asked[0]!.fail();
    expect(status()).toBe('No reply came.');
    expect(thread().getByText('“Why?”')).toBeVisible();
    await mouseClick(thread().getByRole('button', { name: 'Try again' }));
    expect([focused(), field('Your question').value]).toEqual(['field Your question', 'And?']);
    expect(asked[1]!.exchange).toEqual(asked[0]!.exchange);
    await asked[1]!.reply('So.');
    expect(thread().getByText('So.')).toBeVisible();
  });

  it('changes no element without `onAskBack`, and none of a secret question [R-ASKBACK]', async () => {
    await begin({ onAskBack: undefined });
    const without = card().outerHTML;
    expect(without).not.toMatch(/ask-back|Ask about/);
    expect(offer()).toBeNull();
  });

  it('is not offered for a secret question [R-ASKBACK]', async () => {
    await begin({ request: SECRET_FIRST });
    expect(offer()).toBeNull();
    await mouseClick(button('Next'));
    expect(offer()).toBeVisible();
  });

  it('appears and disappears with `onAskBack` [R-ASKBACK]', async () => {
    const { update } = await begin();
    expect(offer()).toBeVisible();
    update(THREE, { onAskBack: undefined });
    expect(offer()).toBeNull();
    update(THREE);
    await loaded();
    expect(offer()).toBeVisible();
  });

  it('aborts when the request is settled, and drops a late reply; a new request starts without exchanges [R-ASKBACK]', async () => {
    const { asked, update } = await begin({ requestId: 'r1' });
    await open();
    await typeKeys('Why?');
    await press('Enter');
    update(THREE, { requestId: 'r1', result: { status: 'aborted' } });
    expect(asked[0]!.signal.aborted).toBe(true);
    await asked[0]!.reply('So.');
    expect(document.body.textContent).not.toContain('So.');
    update(THREE, { requestId: 'r2', result: undefined });
    await frame();
    expect([offer(), askField()]).toEqual([expect.anything(), null]);
  });

  it('asks before text that was not sent is discarded, and shows it after a withdrawal [R-CANCEL] [R-KEEP]', async () => {
    const { update } = await begin({ requestId: 'r1' }, [DATABASE]);
    await open();
    await typeKeys('Why?');
    await press('Escape');
    expect(confirmation()).toBeVisible();
    await press('Escape');
    expect(focused()).toBe('field Your question');
    update([DATABASE], { requestId: 'r1', result: { status: 'aborted' } });
    expect(screen.getByText('Why?', { exact: false })).toBeVisible();
  });

  it('asks before the answers are sent without a question that is typed, and goes back to it [R-KEEP]', async () => {
    const { onSubmit } = await begin({ requestId: 'r1' }, [DATABASE]);
    await mouseClick(radio(/SQLite/));
    await mouseClick(offer()!);
    await typeKeys('Why not MySQL?');
    await mouseClick(button('Submit'));
    expect(confirmation()).toHaveAccessibleName('Your question will not be sent.');
    expect(confirmation()).toHaveTextContent('“Why not MySQL?”');
    await press('Escape');
    expect(focused()).toBe('field Your question');
    await typeKeys('?');
    expect(field('Your question').value).toBe('Why not MySQL??');
    await mouseClick(button('Submit'));
    await mouseClick(button('Submit anyway'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(chosen()).toEqual([]);
  });

  it('goes back from Review to the question that is typed, past the field of an answer [R-KEEP]', async () => {
    await begin({ allow: { partial: true } });
    await mouseClick(tab(/^Name/));
    await mouseClick(field(/./));
    await typeKeys('orders');
    await mouseClick(offer()!);
    await typeKeys('Whose?');
    await mouseClick(tab(/^Review/));
    await mouseClick(button(/^Send what I have/));
    await mouseClick(button('Keep answering'));
    expect(focused()).toBe('field Your question');
    await typeKeys('!');
    expect(field('Your question').value).toBe('Whose?!');
  });

  it('begins a discussion with a question that is typed, and says if it is not part of the message [R-DISCUSS] [R-KEEP]', async () => {
    const { onCancel } = await begin({ allow: { discuss: true } });
    await open();
    await typeKeys('Why not MySQL?');
    await mouseClick(button('Discuss instead'));
    expect(confirmation()).toHaveAccessibleName('Discuss this question first?');
    expect(confirmation()).not.toHaveTextContent('will not be sent');
    await press('Escape');
    expect(field('Your question').value).toBe('Why not MySQL?');
    await mouseClick(button('Discuss instead'));
    await typeKeys(' Or Oracle?');
    await mouseClick(button('Keep answering'));
    await mouseClick(field('Your question'));
    await typeKeys('!');
    await mouseClick(button('Discuss instead'));
    expect(confirmation()).toHaveAccessibleDescription(/^Your question will not be sent\. Builder receives/);
    await mouseClick(button('Send and discuss'));
    const [output] = onCancel.mock.calls[0]!;
    expect(output).toMatchObject({ discuss: true, reason: 'Why not MySQL? Or Oracle?' });
  });

  it('says before a discussion that a question is not sent which the agent can no longer answer [R-KEEP]', async () => {
    const { update } = await begin({ allow: { discuss: true } });
    await open();
    await typeKeys('Why?');
    update(THREE, { allow: { discuss: true }, onAskBack: undefined });
    await mouseClick(button('Discuss this instead'));
    expect(confirmation()).toHaveAccessibleDescription(/Your question will not be sent\./);
  });

  it('closes an empty field with Escape, without cancelling, and keeps the focus at the button [R-ASKBACK] [R-CANCEL]', async () => {
    const { onCancel } = await begin();
    await open();
    await typeKeys(' ');
    await press('Escape');
    expect([askField(), focused()]).toEqual([null, 'question-action Ask about this']);
    expect(onCancel).not.toHaveBeenCalled();
    await press('Enter');
    expect([focused(), field('Your question').value]).toEqual(['field Your question', '']);
    await press('Escape');
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('passes the exchanges to the host, and shows them in the settled card [R-ASKBACK] [R-RECEIPT]', async () => {
    const { asked, onAskBack } = createAgent();
    const { onCancel } = ask([DATABASE], { onAskBack });
    await expect.poll(offer, SOON).toBeVisible();
    await mouseClick(offer()!);
    await typeKeys('Why?');
    await press('Enter');
    await asked[0]!.fail();
    await mouseClick(button('Cancel'));
    expect(confirmation()).toBeVisible();
    await mouseClick(button('Leave without answering'));
    const [, { exchanges, result, request }] = onCancel.mock.calls[0]!;
    expect(exchanges).toEqual([{ ...asked[0]!.exchange, status: 'failed' }]);
    const shown = () => document.querySelector('[data-ask-user="settled"]')?.textContent;
    await expect.poll(shown, SOON).toContain('What you asked');
    expect(shown()).toContain('“Why?”No reply came.');
    expect(toRecord(result, request, { mode: 'interactive', answeredAt: 0, exchanges })).toMatchObject({ exchanges });
  });

  it('stores text and exchanges with the drafts, and offers to try again what was waiting [R-KEEP]', async () => {
    const draftStorage: DraftStorage = {
      get: (key) => sessionStorage.getItem(key),
      set: (key, text) => sessionStorage.setItem(key, text),
      remove: (key) => sessionStorage.removeItem(key),
    };
    const options = { requestId: 'r1', draftStorage };
    const { asked, unmount } = await begin(options);
    await open();
    await typeKeys('Why?');
    await press('Enter');
    await asked[0]!.reply('So.');
    await typeKeys('And?');
    await press('Enter');
    await typeKeys('More');
    unmount();
    const again = await begin(options);
    await expect.poll(() => askField()).toHaveValue('More');
    expect(thread().getByText('So.')).toBeVisible();
    await mouseClick(thread().getByRole('button', { name: 'Try again' }));
    expect(again.asked).toMatchObject([{ exchange: { key: asked[1]!.exchange.key, text: 'And?' } }]);
  });

  it('does not send a question that is too long, says why, and does not cut it [R-ASKBACK]', async () => {
    const { asked } = await begin();
    await open();
    await act(async () => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
      set!.call(field('Your question'), 'x'.repeat(2001));
      field('Your question').dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(field('Your question')).toHaveAccessibleDescription(
      'The question may have at most 2,000 characters. It has 2,001.',
    );
    await press('Enter');
    expect([asked.length, field('Your question').value.length]).toEqual([0, 2001]);
    await press('Backspace');
    await press('Enter');
    expect(asked[0]?.exchange.text).toHaveLength(2000);
  });

  it('does not send with a held Enter, and not with the Enter that opened the field [R-NOPHANTOM]', async () => {
    const { asked } = await begin();
    await open();
    await typeKeys('x');
    await hold('Enter', 3);
    expect(asked).toHaveLength(1);
    expect(field('Your question').value).toBe('');
    await press('Enter', QUICK);
    expect(asked).toHaveLength(1);
  });

  it('renders the reply with `renderText`, cut with a mark, and in a scroller that a key reaches [R-ASKBACK]', async () => {
    const renderText = vi.fn<(text: string, context: { kind: string }) => string>(
      (text, { kind }) => `${kind}: ${text}`,
    );
    const { asked } = await begin({ renderText });
    await open();
    await typeKeys('Why?');
    await press('Enter');
    await asked[0]!.reply('word '.repeat(3000));
    expect(thread().getByText(/^reply: word/).textContent).toHaveLength('reply: '.length + 10_000);
    expect(thread().getByText('The rest of the reply is too long to show.')).toBeVisible();
    await expect.poll(() => thread().queryByRole('group', { name: 'What you asked' })?.tabIndex).toBe(0);
    expect(status()!.length).toBeLessThan(170);
  });

  it('has the words of the language', async () => {
    await begin({ messages: de }, [DATABASE]);
    await mouseClick(button('Rückfrage stellen'));
    expect(focused()).toBe('field Ihre Rückfrage');
  });
});

describe('useAskUser', () => {
  it('asks back by its models [R-ASKBACK]', async () => {
    const { asked, onAskBack } = createAgent();
    const Own = () => {
      const own = useAskUser({ request: SECRET_FIRST }, { onAskBack });
      const { askBack } = own.questions[1]!;
      return (
        <div {...own.getRootProps()}>
          <ul role="log">
            {askBack?.exchanges.map(({ key, text, status: now, reply }) => (
              <li key={key}>{`${text} ${now} ${reply}`}</li>
            ))}
          </ul>
          <label>
            Ask <textarea {...askBack?.getFieldProps()} />
          </label>
          <button onClick={askBack?.send} disabled={!askBack?.canAsk}>
            Send
          </button>
          <button onClick={() => askBack?.retry()}>Again</button>
          <p>{`secret: ${String(own.questions[0]!.askBack === undefined)}`}</p>
          <button {...own.getPrimaryProps()}>Next</button>
        </div>
      );
    };
    render(<Own />);
    await loaded();
    expect(screen.getByText('secret: true')).toBeVisible();
    expect(button('Send')).toBeDisabled();
    await mouseClick(button('Next'));
    await mouseClick(field('Ask'));
    await typeKeys('Why 1?');
    expect(button('Send')).toBeEnabled();
    await press('Enter');
    expect([screen.getByRole('listitem').textContent, field('Ask').value]).toEqual(['Why 1? waiting undefined', '']);
    await asked[0]!.fail();
    await mouseClick(button('Again'));
    await asked[1]!.reply('So.\u202e');
    expect(screen.getByRole('listitem')).toHaveTextContent('Why 1? replied So.');
  });

  it('goes back from the confirmation to the question that is typed, and begins a discussion with it [R-KEEP] [R-DISCUSS]', async () => {
    const Own = () => {
      const own = useAskUser([NAME], { onAskBack: () => 'So.', allow: { discuss: true } });
      const [question] = own.questions;
      return (
        <div {...own.getRootProps()}>
          <label>
            Answer <textarea {...question!.getFieldProps()} />
          </label>
          <label>
            Ask <textarea {...question!.askBack?.getFieldProps()} />
          </label>
          <button {...own.getPrimaryProps()}>Submit</button>
          <button {...own.getButtonProps('discuss')}>Discuss</button>
          {own.confirmation && (
            <dialog {...own.confirmation.getDialogProps()}>
              <p>{own.confirmation.text}</p>
              {own.confirmation.getMessageProps && (
                <label>
                  Message <textarea {...own.confirmation.getMessageProps()} />
                </label>
              )}
              <button {...own.confirmation.getDismissProps()}>{own.confirmation.dismissLabel}</button>
            </dialog>
          )}
        </div>
      );
    };
    render(<Own />);
    await loaded();
    await mouseClick(field('Answer'));
    await typeKeys('orders');
    await mouseClick(field('Ask'));
    await typeKeys('Whose?');
    await mouseClick(button('Submit'));
    await press('Escape');
    expect(field('Ask')).toHaveFocus();
    await mouseClick(button('Discuss'));
    expect(field('Message').value).toBe('Whose?');
    await typeKeys('?');
    await press('Escape');
    await mouseClick(field('Ask'));
    await typeKeys('!');
    await mouseClick(button('Discuss'));
    expect(screen.getByText('Your question will not be sent.')).toBeVisible();
  });
});
