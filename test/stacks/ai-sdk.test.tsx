// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';
import { createAnswerGate, type AnswerClaim, type ClaimResult } from 'react-ask-user/ai-sdk';
import type { AiSdkSendResult, AiSdkSettled } from 'react-ask-user/ai-sdk/react';
import { createMemoryStore } from 'react-ask-user/store';
import {
  outputsIn,
  serveChat,
  VERSIONS,
  type ChatOptions,
  type ChatServer,
  type SavedMessage,
  type Turn,
  type Version,
} from './helpers/ai-sdk.js';

const DATABASE = {
  questions: [
    { header: 'Database', question: 'Which database?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] },
  ],
};
const FEATURES = {
  questions: [
    {
      question: 'Which features?',
      multiSelect: true,
      options: [{ label: 'Auth' }, { label: 'Mail, SMS' }, { label: 'Jobs' }],
    },
  ],
};
const NAME = { questions: [{ question: 'What is it called?' }] };
const asks = (...inputs: readonly unknown[]): Turn => ({
  calls: inputs.map((input, i) => ({ id: `c${i + 1}`, input })),
});

const said: SavedMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Set up a service' }] };
const part = { type: 'tool-ask_user', toolCallId: 'c1', input: DATABASE } as const;
const asked = (...parts: SavedMessage['parts']): SavedMessage[] => [
  said,
  { id: 'a1', role: 'assistant', parts: [{ type: 'step-start' }, ...parts] },
];
const OPEN = asked({ ...part, state: 'input-available' });

type Used = ReturnType<Version['useAsk']>;

interface Tab extends Omit<ChatOptions, 'api' | 'onError'> {
  readonly dialog?: Pick<AskUserDialogProps, 'allow' | 'draftStorage'>;
  /** Renders two dialogs for each question. */
  readonly twice?: boolean;
}

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
// Testing Library does not check visibility, which would take most of the test time.
configure({ defaultHidden: true });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollTo = () => {};
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

for (const version of VERSIONS)
  describe(`stack: ${version.id}`, () => {
    let server: ChatServer;
    beforeEach(async () => {
      server = await serveChat(version);
      server.script = (prompt) => {
        const outputs = outputsIn(prompt);
        const last = prompt.at(-1);
        const wrote = last?.role === 'user' ? ` and you wrote ${JSON.stringify(last.content)}` : '';
        return outputs.length === 0 ? asks(DATABASE) : { text: `I heard ${JSON.stringify(outputs)}${wrote}` };
      };
    });
    afterEach(() => server.close());

    /** A tab with the chat. */
    function openTab({ dialog, twice = false, ...options }: Tab = {}) {
      const errors: string[] = [];
      const sent: AiSdkSendResult[] = [];
      let used: Used | undefined;
      const onError = ({ message }: Error) => void errors.push(message);
      function Chat(shown: Pick<ChatOptions, 'id' | 'messages'>) {
        const now = version.useAsk({ ...options, ...shown, api: server.url, onError });
        useEffect(() => {
          used = now;
        });
        const { chat, ask, say } = now;
        return (
          <main>
            {chat.messages.flatMap(({ id, parts }) =>
              parts.map((one, i) => {
                if (one.type === 'text') return <p key={`${id} ${i}`}>{one.text}</p>;
                if (!ask.isAskPart(one)) return null;
                const props = { ...dialog, ...ask.getDialogProps(one) };
                return (
                  <section key={one.toolCallId} aria-label={`call ${one.toolCallId}`}>
                    <AskUserDialog {...props} />
                    {twice && <AskUserDialog {...props} />}
                  </section>
                );
              }),
            )}
            <output aria-label="Chat">{`${chat.status}, open: ${ask.openParts.map((one) => one.toolCallId).join(' ') || 'none'}`}</output>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                const field = event.currentTarget.querySelector('input');
                void say(field?.value ?? '').then(
                  (delivered) => sent.push(delivered),
                  (error: Error) => errors.push(error.message),
                );
              }}
            >
              <input aria-label="Message" />
            </form>
            <button type="button" onClick={() => void chat.stop()}>
              Stop
            </button>
          </main>
        );
      }
      const { container, unmount, rerender } = render(<Chat {...options} />);
      const tab = within(container);
      return {
        ...tab,
        errors,
        sent,
        unmount,
        /** Shows another chat in the page. */
        show: (shown: Pick<ChatOptions, 'id' | 'messages'>) => rerender(<Chat {...shown} />),
        chat: () => used!.chat,
        ask: () => used!.ask,
        async say(words: string) {
          await user.clear(tab.getByRole('textbox', { name: 'Message' }));
          await user.type(tab.getByRole('textbox', { name: 'Message' }), `${words}{Enter}`);
        },
        pick: async (label: string, role = 'radio') => user.click(await tab.findByRole(role, { name: label })),
        press: async (name: string) => user.click(await tab.findByRole('button', { name })),
        status: (text: string) =>
          waitFor(() => expect(tab.getByRole('status', { name: 'Chat' })).toHaveTextContent(text)),
        /** Waits until the card states that the answer was not sent. */
        refused: () => tab.findByRole('button', { name: 'Try again' }),
        heard: async (text: string | RegExp) => (await tab.findByText(text, { selector: 'p' })).textContent,
      };
    }

    const answer = (wasCustom: boolean, text: string | readonly string[], question = 'Which database?') => ({
      question,
      answer: text,
      ...(!wasCustom && typeof text === 'string' && { selectedOption: text }),
      wasCustom,
    });
    const answered = (...answers: readonly object[]) => JSON.stringify({ answered: true, answers });
    const heardText = (...values: readonly string[]) =>
      `I heard ${JSON.stringify(values.map((value) => ({ type: 'text', value })))}`;

    describe('with a question in the chat', () => {
      it('continues with an option [answered]', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(server.requests()).toBe(2);
        await tab.status('ready, open: none');
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
      });

      it('continues with custom text [answered]', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('Other');
        await user.type(tab.getByRole('textbox', { name: /Your answer/ }), 'Cockroach, in 3 regions');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(true, 'Cockroach, in 3 regions'))));
      });

      it('continues with several options and custom text [answered]', async () => {
        server.script = (prompt) => (prompt.at(-1)?.role === 'user' ? asks(FEATURES) : { text: heardTextOf(prompt) });
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('Mail, SMS', 'checkbox');
        await tab.pick('Auth', 'checkbox');
        await tab.pick('Other', 'checkbox');
        await user.type(tab.getByRole('textbox', { name: /Your answer/ }), 'Billing');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(true, ['Auth', 'Mail, SMS', 'Billing'], 'Which features?'))));
      });

      const heardTextOf = (prompt: Parameters<ChatServer['script']>[0]) =>
        `I heard ${JSON.stringify(outputsIn(prompt))}`;

      it('continues without an answer after a decline [declined] [R-NOPHANTOM]', async () => {
        const tab = openTab({ dialog: { allow: { decline: true } } });
        await tab.say('Set up a service');
        await tab.press('Decline to answer');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain(
          JSON.stringify(JSON.stringify({ answered: false, answers: [], status: 'declined' })).slice(1, -1),
        );
        expect(text).toContain('declined to answer');
        expect(await tab.findByRole('heading', { name: /^You declined/ })).toBeVisible();
      });

      it('continues without an answer after a cancellation [cancelled] [R-CANCEL]', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.press('Cancel');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain(
          JSON.stringify(JSON.stringify({ answered: false, answers: [], cancelled: true })).slice(1, -1),
        );
        expect(server.requests()).toBe(2);
      });

      it('answers two simultaneous calls separately in one request [two]', async () => {
        server.script = (prompt) =>
          prompt.at(-1)?.role === 'user' ? asks(DATABASE, NAME) : { text: heardTextOf(prompt) };
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.status('ready, open: c1 c2');
        const [first, second] = ['call c1', 'call c2'].map((name) => within(tab.getByRole('region', { name })));
        await user.type(second!.getByRole('textbox'), 'Atlas');
        await user.click(second!.getByRole('button', { name: 'Submit' }));
        await tab.status('ready, open: c1');
        expect(server.requests()).toBe(1);
        await user.click(first!.getByRole('radio', { name: 'Postgres' }));
        await user.click(first!.getByRole('button', { name: 'Submit' }));
        await tab.heard(
          heardText(answered(answer(false, 'Postgres')), answered(answer(true, 'Atlas', 'What is it called?'))),
        );
        expect(server.requests()).toBe(2);
      });

      it('sends nothing until both calls are answered, even if the model still writes the second [two]', async () => {
        let goOn = () => {};
        const pause = () => new Promise<void>((resolve) => (goOn = resolve));
        const [one, two] = asks(DATABASE, NAME).calls!;
        server.script = (prompt) =>
          prompt.at(-1)?.role === 'user'
            ? { calls: [one!, { ...two!, pieces: [JSON.stringify(NAME)] }], pause }
            : { text: heardTextOf(prompt) };
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.status('streaming, open: c1');
        await tab.pick('SQLite');
        await user.click(within(tab.getByRole('region', { name: 'call c1' })).getByRole('button', { name: 'Submit' }));
        goOn();
        await tab.status('ready, open: c2');
        const second = within(tab.getByRole('region', { name: 'call c2' }));
        await user.type(await second.findByRole('textbox'), 'Atlas');
        await user.click(second.getByRole('button', { name: 'Submit' }));
        await tab.heard(
          heardText(answered(answer(false, 'SQLite')), answered(answer(true, 'Atlas', 'What is it called?'))),
        );
      });

      it('passes data to `onSettled` that the output cannot represent', async () => {
        const ended: AiSdkSettled[] = [];
        const tab = openTab({ messages: OPEN, ask: { asker: 'Setup', onSettled: (one) => ended.push(one) } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.heard(/^I heard/);
        expect(ended).toMatchObject([
          {
            toolCallId: 'c1',
            result: { status: 'answered', answers: [{ selected: [{ index: 1, label: 'SQLite' }] }] },
            request: { requestId: 'c1', asker: 'Setup' },
          },
        ]);
      });
    });

    describe('after a reload', () => {
      it('opens the question from the history and continues with its answer [reload] [R-REPLAY]', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.status('ready, open: c1');
        await tab.pick('Postgres');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(false, 'Postgres'))));
        expect(server.requests()).toBe(1);
      });

      it('does not offer in one chat what was entered in another with the same storage [R-CARRY]', async () => {
        const entries = new Map<string, string>();
        const dialog = {
          draftStorage: {
            get: (key: string) => entries.get(key),
            set: (key: string, text: string) => void entries.set(key, text),
            remove: (key: string) => void entries.delete(key),
          },
        };
        const tab = openTab({ dialog, id: 'd1', messages: OPEN });
        await tab.pick('SQLite');
        tab.unmount();
        const same = openTab({
          dialog,
          id: 'd1',
          messages: asked({ ...part, toolCallId: 'c2', state: 'input-available' }),
        });
        expect(await same.findByText('You have already answered this question.')).toBeVisible();
        same.unmount();
        const other = openTab({ dialog, id: 'd2', messages: OPEN });
        await act(() => vi.dynamicImportSettled());
        expect(other.getByRole('radio', { name: 'Postgres' })).toBeVisible();
        expect(other.queryByText('You have already answered this question.')).toBeNull();
      });

      it('renders a settled question from its output, which the dialect parses [reload]', async () => {
        const output = JSON.parse(answered(answer(false, 'SQLite'))) as unknown;
        const tab = openTab({
          messages: asked(
            { ...part, state: 'output-available', output },
            {
              ...part,
              toolCallId: 'c2',
              state: 'output-available',
              output: { answered: false, answers: [], cancelled: true },
            },
            { ...part, toolCallId: 'c3', state: 'output-available', output: 'of an older page' },
          ),
        });
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
        expect(tab.getByText('SQLite')).toBeVisible();
        expect(await tab.findByRole('heading', { name: /^You cancelled/ })).toBeVisible();
        expect(tab.queryByRole('button', { name: 'Submit' })).toBeNull();
        expect(tab.ask().openParts).toEqual([]);
        expect(server.requests()).toBe(0);
      });

      it('does not show an incomplete call [reload] [trap]', async () => {
        const half: SavedMessage['parts'][number] = {
          ...part,
          state: 'input-streaming',
          input: { questions: [{ question: 'Whi' }] },
        };
        const tab = openTab({ messages: asked(half) });
        await tab.status('ready, open: none');
        expect(within(tab.getByRole('region', { name: 'call c1' })).queryByRole('heading')).toBeNull();
        expect(tab.ask().getState(half as never)).toBe('unfinished');
        server.script = () => ({ text: 'Fine.' });
        await tab.say('Never mind');
        await tab.heard('Fine.');
      });
    });

    describe('with a message instead of an answer', () => {
      it('supersedes the question first, in one request [trap] [R-NOPHANTOM]', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('Other');
        await user.type(tab.getByRole('textbox', { name: /Your answer/ }), 'half a thought');
        await tab.say('Use SQLite, please');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain('The user wrote a message instead; it follows.');
        expect(text).toContain('Use SQLite, please');
        expect(text).not.toContain('half a thought');
        expect(server.requests()).toBe(2);
        expect(tab.errors).toEqual([]);
        // The user can copy what they typed.
        expect(tab.getByRole('heading', { name: /was replaced$/ })).toBeVisible();
        // The model text is not meant for the user.
        const card = tab.getByRole('heading', { name: /was replaced$/ }).closest('[role="region"], [role="group"]');
        expect(card).not.toHaveTextContent('The user wrote a message');
        expect(tab.getByText('half a thought')).toBeVisible();
        await waitFor(() => expect(tab.sent).toEqual([{ ok: true }, { ok: true }]));
      });

      it('fails with the SDK alone, which sends a tool call without a result [trap]', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.chat().sendMessage({ text: 'Use SQLite, please' });
        await tab.status('error');
        expect(tab.errors).toEqual([expect.stringMatching(/Tool result(s are| is) missing for tool call(s)? c1/)]);
        expect(server.prompts).toEqual([]);
      });

      it('starts a second request with the SDK alone if an output precedes the message [trap]', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.chat().addToolOutput({
          tool: 'ask_user',
          toolCallId: 'c1',
          output: { answered: false, answers: [], status: 'superseded' },
        });
        await tab.chat().sendMessage({ text: 'Use SQLite, please' });
        await waitFor(() => expect(server.requests()).toBe(2));
      });

      it('supersedes both of two questions [trap]', async () => {
        server.script = (prompt) =>
          outputsIn(prompt).length === 0 ? asks(DATABASE, NAME) : { text: `I heard ${outputsIn(prompt).length}` };
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.status('ready, open: c1 c2');
        await tab.say('Later');
        await tab.heard('I heard 2');
        expect(server.requests()).toBe(2);
      });

      it('keeps the question open when a request is resent', async () => {
        const tab = openTab({ messages: asked() });
        await tab.ask().sendMessage();
        await tab.status('ready, open: c1');
      });
    });

    describe('with a stopped turn', () => {
      const [question, rest] = [JSON.stringify(DATABASE).slice(0, -2), ',{"question":"Wh'] as const;
      const writing = (pause: () => Promise<void>): Turn => ({
        calls: [{ id: 'c1', input: DATABASE, pieces: [question, rest] }],
        pause,
      });

      it('withdraws the question and sends no answer [aborted]', async () => {
        server.script = (prompt) =>
          prompt.length > 1 ? { text: `I heard ${outputsIn(prompt).length}` } : writing(() => new Promise(() => {}));
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('Other');
        await user.type(tab.getByRole('textbox', { name: /Your answer/ }), 'half a thought');
        await tab.press('Stop');
        await tab.status('ready, open: none');
        expect(await tab.findByRole('heading', { name: /no longer needs an answer$/ })).toBeVisible();
        expect(tab.getByText('half a thought')).toBeVisible();
        expect(tab.queryByRole('button', { name: 'Submit' })).toBeNull();
        expect(server.requests()).toBe(1);
        await tab.say('Go on');
        await tab.heard('I heard 0');
      });

      it('hides a truncated label and prevents a submit [trap] [R-STREAM]', async () => {
        let goOn = () => {};
        const json = JSON.stringify({ questions: [...NAME.questions, ...DATABASE.questions] });
        server.script = (prompt) =>
          prompt.at(-1)?.role === 'user'
            ? {
                calls: [{ id: 'c1', input: json, pieces: [json.slice(0, json.indexOf('SQL') + 3)] }],
                pause: () => new Promise<void>((resolve) => (goOn = resolve)),
              }
            : { text: 'Done.' };
        const tab = openTab({ throttle: 40 });
        await tab.say('Set up a service');
        await user.type(await tab.findByRole('textbox', { name: /What is it called/ }), 'Atlas');
        // The SDK alone shows a truncated label.
        await waitFor(() => expect(JSON.stringify(tab.chat().messages)).toContain('{"label":"SQL"}'));
        expect(tab.queryByText('SQL')).toBeNull();
        expect(tab.ask().openParts).toEqual([]);
        goOn();
        await tab.status('ready, open: c1');
        expect(server.requests()).toBe(1);
        // A late render (`throttle`) does not treat a complete question as incomplete. The user's text is kept.
        expect(tab.getByRole('textbox', { name: /What is it called/ })).toHaveValue('Atlas');
      });

      it('removes the question without an answer on `regenerate` [trap]', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('SQLite');
        server.script = () => ({ text: 'Something else.' });
        await tab.chat().regenerate();
        await tab.heard('Something else.');
        expect(tab.ask().openParts).toEqual([]);
        expect(outputsIn(server.prompts.at(-1) ?? [])).toEqual([]);
      });
    });

    describe('with two deliveries', () => {
      it('refuses the answer of a second dialog of the same call [trap]', async () => {
        const tab = openTab({ messages: OPEN, twice: true, ask: { claim: async () => ({ ok: true }) } });
        const [first, second] = tab.getAllByRole('radio', { name: 'SQLite' });
        const other = tab.getAllByRole('radio', { name: 'Postgres' })[1];
        const [submit, submitToo] = tab.getAllByRole('button', { name: 'Submit' });
        expect(second).toBeVisible();
        await user.click(first!);
        await user.click(other!);
        // In one tick, before either has rendered the other's result.
        submit!.click();
        submitToo!.click();
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(server.requests()).toBe(1);
        await waitFor(() => expect(tab.queryByRole('button', { name: 'Submit' })).toBeNull());
      });

      it('overwrites the first output that was sent with the SDK alone [trap]', async () => {
        const tab = openTab({ messages: OPEN });
        const output = (text: string) => ({ tool: 'ask_user', toolCallId: 'c1', output: text }) as const;
        await Promise.all([tab.chat().addToolOutput(output('first')), tab.chat().addToolOutput(output('second'))]);
        await tab.heard(/^I heard/);
        const [sent] = server.prompts.map(outputsIn);
        expect(JSON.stringify(sent)).toContain('first');
        expect(JSON.stringify(tab.chat().messages)).toContain('second');
      });
    });

    describe('with an answer that starts no request, or whose request fails', () => {
      it('keeps the input if the server refuses the request, and sends it again', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        const tab = openTab({ messages: OPEN });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        expect(tab.errors).toEqual(['Out of order.']);
        await tab.status('error, open: c1');
        expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
        // The text of the error is not for the user.
        expect(tab.queryByText('Out of order.')).toBeNull();
        server.before = undefined;
        await tab.press('Try again');
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
        await tab.status('ready, open: none');
      });

      it('sends another answer after a failed request', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        const tab = openTab({ messages: OPEN });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        server.before = undefined;
        await tab.pick('Postgres');
        await tab.press('Try again');
        await tab.heard(heardText(answered(answer(false, 'Postgres'))));
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
      });

      it('settles the question when the host repeats the failed request', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        const tab = openTab({ messages: OPEN });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        expect(await tab.ask().sendMessage()).toMatchObject({ ok: false, code: 'request_failed' });
        server.before = undefined;
        expect(await tab.ask().sendMessage()).toEqual({ ok: true });
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
        await tab.status('ready, open: none');
      });

      it('keeps the input if the server cannot be reached', async () => {
        const tab = openTab({
          messages: OPEN,
          transport: { sendMessages: () => Promise.reject(new TypeError('fetch failed')) },
        });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        expect(vi.mocked(console.error).mock.calls).toEqual([[expect.any(TypeError)]]);
        vi.mocked(console.error).mockClear();
        expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
        await tab.status('error, open: c1');
      });

      it('keeps the input if the transport throws', async () => {
        const sendMessages = () => {
          throw new Error('No token.');
        };
        const tab = openTab({ messages: OPEN, transport: { sendMessages } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        await tab.status('error, open: c1');
      });

      it.each<[string, ChatOptions['when']]>([
        ['is missing', undefined],
        ['returns false', () => false],
      ])('keeps the input if `sendAutomaticallyWhen` %s', async (_, when) => {
        const tab = openTab({ messages: OPEN, when });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        expect(tab.getByRole('alert')).toHaveTextContent(/^Your answers weren’t sent\. They’re still here\.$/);
        // A hint for developers is not for the user.
        expect(tab.queryByText(/sendAutomaticallyWhen/)).toBeNull();
        expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
        await tab.status('ready, open: c1');
        expect(server.requests()).toBe(0);
        // The message includes the answer.
        await tab.say('Go on');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain('SQLite');
        expect(text).toContain('Go on');
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
      });

      it('keeps the input if `sendAutomaticallyWhen` throws', async () => {
        const when = () => Promise.reject(new Error('No storage.'));
        const tab = openTab({ messages: OPEN, when });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.refused();
        await tab.status('ready, open: c1');
      });

      it('waits for a slow `sendAutomaticallyWhen`', async () => {
        let decide = (_: boolean) => {};
        const when = () => new Promise<boolean>((resolve) => (decide = resolve));
        const tab = openTab({ messages: OPEN, when });
        await tab.pick('SQLite');
        await tab.press('Submit');
        expect(await tab.findByRole('button', { name: 'Sending…' })).toBeVisible();
        decide(true);
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
      });

      it('keeps a cancellation that was not sent', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        const tab = openTab({ messages: OPEN });
        await tab.press('Cancel');
        await tab.refused();
        server.before = undefined;
        await tab.press('Try again');
        expect(await tab.heard(/^I heard/)).toContain('cancelled');
      });

      it('keeps an answer that was given while the agent wrote, if the turn is stopped', async () => {
        const [question] = asks(DATABASE).calls!;
        server.script = (prompt) =>
          outputsIn(prompt).length > 0
            ? { text: `I heard ${JSON.stringify(outputsIn(prompt))}` }
            : { calls: [question!], text: 'One moment', pauseAtEnd: () => new Promise(() => {}) };
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.status('streaming, open: c1');
        await tab.pick('SQLite');
        await tab.press('Submit');
        expect(await tab.findByRole('button', { name: 'Sending…' })).toBeVisible();
        expect(server.requests()).toBe(1);
        await tab.press('Stop');
        await tab.refused();
        expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
        await tab.status('ready, open: c1');
        await tab.press('Try again');
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(server.requests()).toBe(2);
      });

      it('keeps an answer beside a question that the agent did not finish, which prevents the request', async () => {
        const [question, half] = asks(DATABASE, NAME).calls!;
        server.script = (prompt) =>
          prompt.at(-1)?.role === 'user' && outputsIn(prompt).length === 0
            ? { calls: [question!, { ...half!, pieces: ['{"questions":[{"qu'] }], pause: () => new Promise(() => {}) }
            : { text: `I heard ${JSON.stringify(outputsIn(prompt))}` };
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.status('streaming, open: c1');
        await waitFor(() => expect(tab.getByRole('region', { name: 'call c2' })).toBeVisible());
        await tab.press('Stop');
        await tab.status('ready, open: c1');
        await tab.pick('SQLite');
        await user.click(within(tab.getByRole('region', { name: 'call c1' })).getByRole('button', { name: 'Submit' }));
        await tab.refused();
        await tab.say('Go on');
        expect(await tab.heard(/^I heard/)).toContain('SQLite');
        await tab.status('ready, open: none');
      });

      it('counts a request as sent if the user stops it before the response', async () => {
        server.before = () => new Promise(() => {});
        const tab = openTab({ messages: OPEN });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.status('submitted, open: c1');
        await tab.press('Stop');
        expect(await tab.findByRole('heading', { name: /^You answered/ })).toBeVisible();
        await tab.status('ready, open: none');
      });

      it('reports a message whose request fails, and sends it again', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        const tab = openTab({ messages: OPEN });
        await tab.say('Use SQLite, please');
        await waitFor(() =>
          expect(tab.sent).toEqual([
            { ok: false, code: 'request_failed', cause: expect.objectContaining({ message: 'Out of order.' }) },
          ]),
        );
        expect(tab.getByText('Use SQLite, please', { selector: 'p' })).toBeVisible();
        server.before = undefined;
        expect(await tab.ask().sendMessage()).toEqual({ ok: true });
        expect(await tab.heard(/^I heard/)).toContain('Use SQLite, please');
      });

      // Version 6 neither reads files before it sends, nor queues a message.
      describe.each(version.id === 'ai-sdk-7' ? [version.id] : [])('of %s', () => {
        it('reports a message that was stopped while its files were read', async () => {
          let isRead = () => {};
          class HeldReader {
            onload: ((event: unknown) => void) | undefined;
            readAsDataURL() {
              isRead = () => this.onload?.({ target: { result: 'data:text/plain;base64,eA==' } });
            }
          }
          vi.stubGlobal('FileReader', HeldReader);
          const tab = openTab();
          const input = document.createElement('input');
          input.type = 'file';
          await user.upload(input, new File(['x'], 'notes.txt', { type: 'text/plain' }));
          const delivered = tab.ask().sendMessage({ text: 'See the file', files: input.files! });
          await waitFor(() => expect(String(isRead)).toContain('onload'));
          const stopped = tab.chat().stop();
          isRead();
          await stopped;
          expect(await delivered).toMatchObject({ ok: false, code: 'not_sent' });
          expect(server.requests()).toBe(0);
          expect(tab.chat().messages).toEqual([]);
        });

        it('counts a message as sent that the SDK has queued', async () => {
          let goOn = () => {};
          server.script = ({ length }) =>
            length === 1
              ? { text: 'Hello', pauseAtEnd: () => new Promise((resolve) => (goOn = resolve)) }
              : { text: 'Done' };
          const tab = openTab({ queue: true });
          await tab.say('Set up a service');
          await tab.status('streaming');
          expect(await tab.ask().sendMessage({ text: 'And hurry' })).toEqual({ ok: true });
          expect(server.requests()).toBe(1);
          goOn();
          await tab.heard('Done');
        });
      });

      it('keeps an answer in flight if the message that it waits for fails', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        let taken: (claimed: ClaimResult) => void = () => {};
        const claim = () => new Promise<ClaimResult>((resolve) => (taken = resolve));
        const tab = openTab({ messages: OPEN, ask: { claim } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.say('And hurry');
        taken({ ok: true });
        await tab.refused();
        expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
        await waitFor(() => expect(tab.sent).toMatchObject([{ ok: false, code: 'request_failed' }]));
      });
    });

    describe('with a call that cannot be asked', () => {
      it('returns it to the model a limited number of times and then waits for the user [trap]', async () => {
        server.script = () => ({ calls: [{ id: `c${server.prompts.length}`, input: { questions: [] } }] });
        const tab = openTab();
        await tab.say('Set up a service');
        await waitFor(() => expect(server.requests()).toBe(3));
        await tab.status('ready, open: none');
        expect(server.requests()).toBe(3);
        expect(outputsIn(server.prompts[1] ?? [])).toEqual([
          { type: 'error-text', value: expect.stringContaining('Must have at least one question.') },
        ]);
        expect(within(tab.getByRole('region', { name: 'call c1' })).queryByRole('heading')).toBeNull();
      });

      it('calls the model without end with the SDK alone [trap]', async () => {
        server.script = () => ({ calls: [{ id: `c${server.prompts.length}`, input: { questions: [] } }] });
        const tab = openTab({ bare: true });
        await tab.say('Set up a service');
        await waitFor(() => expect(server.requests()).toBeGreaterThan(8));
        tab.unmount();
        await tab.chat().stop();
      });

      it('sends an error to the agent if only the page detects it', async () => {
        const tab = openTab({ messages: asked({ ...part, state: 'input-available', input: { questions: [] } }) });
        await tab.heard(/^I heard .*error-text.*Must have at least one question/);
        expect(tab.ask().openParts).toEqual([]);
      });
    });

    describe('in a page that switches to another chat', () => {
      it('treats a call with the same id as another question [trap]', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.heard(/^I heard/);
        tab.show({ id: 'other', messages: OPEN });
        await tab.status('ready, open: c1');
        await tab.pick('Postgres');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(false, 'Postgres'))));
        expect(server.requests()).toBe(2);
      });

      it.each([true, false])(
        'does not change the other chat with a delivery in flight (accepted: %s) [trap]',
        async (taken) => {
          let settle: (claimed: ClaimResult) => void = () => {};
          const claim = () => new Promise<ClaimResult>((resolve) => (settle = resolve));
          const tab = openTab({ messages: OPEN, ask: { claim } });
          await tab.pick('SQLite');
          await tab.press('Submit');
          tab.show({ id: 'other', messages: OPEN });
          await tab.status('ready, open: c1');
          const output = 'of the first chat';
          settle(taken ? { ok: true } : { ok: false, code: 'already_resolved', output, sent: true });
          await new Promise((done) => setImmediate(done));
          await tab.status('ready, open: c1');
          expect(JSON.stringify(tab.chat().messages)).not.toContain('output');
          expect(server.requests()).toBe(0);
        },
      );
    });

    describe('in two tabs', () => {
      const gateOf = () => {
        const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
        server.before = async (messages) => {
          const admitted = await gate.admit(messages, { conversationId: 'chat' });
          return admitted.ok ? undefined : Response.json(admitted, { status: 409 });
        };
        const claims: AnswerClaim[] = [];
        const claim = async (claimed: AnswerClaim): Promise<ClaimResult> => {
          claims.push(claimed);
          return gate.claim(JSON.parse(JSON.stringify(claimed)) as AnswerClaim);
        };
        return { gate, claim, claims };
      };
      /** The 2 s wait resolves at once in these tests. */
      const inNoTime = () => {
        const real = globalThis.setTimeout;
        const spy = vi
          .spyOn(globalThis, 'setTimeout')
          .mockImplementation(((run: () => void, ms?: number) =>
            real(run, ms === 2_000 ? 0 : ms)) as typeof setTimeout);
        onTestFinished(() => spy.mockRestore());
      };

      it('continues once with equal answers of two tabs [trap] [R-FIRST]', async () => {
        inNoTime();
        const { claim, claims } = gateOf();
        // The late tab claims again after the agent has continued with the other tab's answer, which has been
        // admitted.
        const late = async (claimed: AnswerClaim) => {
          if (claims.length > 1) await one.heard(/^I heard/);
          return claim(claimed);
        };
        const one = openTab({ messages: OPEN, ask: { claim } });
        const two = openTab({ messages: OPEN, ask: { claim: late } });
        await one.pick('SQLite');
        await two.pick('SQLite');
        await one.press('Submit');
        await waitFor(() => expect(claims).toHaveLength(1));
        await two.press('Submit');
        await one.heard(/^I heard/);
        await two.status('ready, open: none');
        expect(await two.findByRole('heading', { name: /^You answered/ })).toBeVisible();
        expect(server.requests()).toBe(1);
      });

      it('continues in the next tab with the answer of a tab that claimed and closed [trap]', async () => {
        inNoTime();
        const { gate, claim } = gateOf();
        const output = JSON.parse(answered(answer(false, 'Postgres'))) as unknown;
        const gone = { conversationId: 'chat', toolCallId: 'c1', input: DATABASE, delivery: 'gone', output };
        expect(await gate.claim(gone)).toEqual({ ok: true });
        const tab = openTab({ messages: OPEN, ask: { claim } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(false, 'Postgres'))));
        expect(server.requests()).toBe(1);
      });

      it('sends an answer that waited for a message which is not sent [trap]', async () => {
        inNoTime();
        const { gate, claim } = gateOf();
        const second = { ...part, toolCallId: 'c2', input: NAME };
        const output = JSON.parse(answered(answer(true, 'Atlas', 'What is it called?'))) as unknown;
        await gate.claim({ conversationId: 'chat', toolCallId: 'c2', input: NAME, delivery: 'other', output });
        const messages = asked({ ...part, state: 'input-available' }, { ...second, state: 'input-available' });
        const tab = openTab({ messages, ask: { claim } });
        await tab.say('Never mind');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain('superseded');
        expect(text).toContain('Atlas');
        expect(text).not.toContain('Never mind');
        expect(tab.sent).toEqual([{ ok: false, code: 'already_resolved', output }]);
        expect(server.requests()).toBe(1);
      });

      it('shows the first answer in the other tab, whose input can be copied [trap] [R-FIRST]', async () => {
        const { claim, claims } = gateOf();
        const [one, two] = [openTab({ messages: OPEN, ask: { claim } }), openTab({ messages: OPEN, ask: { claim } })];
        await two.pick('Other');
        await user.type(two.getByRole('textbox', { name: /Your answer/ }), 'DuckDB');
        await one.pick('SQLite');
        await one.press('Submit');
        await one.heard(heardText(answered(answer(false, 'SQLite'))));
        await two.press('Submit');
        expect(await two.findByText('DuckDB')).toBeVisible();
        expect(await two.findByText('SQLite')).toBeVisible();
        await two.status('ready, open: none');
        expect(two.queryByRole('button', { name: 'Submit' })).toBeNull();
        expect(server.requests()).toBe(1);
        expect(claims).toHaveLength(2);
        expect(claims[0]).toMatchObject({ conversationId: 'chat', toolCallId: 'c1' });
        // Its history now equals the other tab's.
        expect(JSON.stringify(two.chat().messages)).not.toContain('DuckDB');
      });

      it('accepts both answers and continues twice with the SDK alone [trap]', async () => {
        const [one, two] = [openTab({ messages: OPEN }), openTab({ messages: OPEN })];
        for (const [tab, label] of [
          [one, 'SQLite'],
          [two, 'Postgres'],
        ] as const) {
          await tab.pick(label);
          await tab.press('Submit');
          await tab.heard(heardText(answered(answer(false, label))));
        }
        expect(server.requests()).toBe(2);
      });

      it('does not send the message of a late tab and shows the answer [trap]', async () => {
        const { claim } = gateOf();
        const [one, two] = [openTab({ messages: OPEN, ask: { claim } }), openTab({ messages: OPEN, ask: { claim } })];
        await one.pick('SQLite');
        await one.press('Submit');
        await one.heard(/^I heard/);
        await two.say('Never mind');
        await waitFor(() =>
          expect(two.sent).toEqual([{ ok: false, code: 'already_resolved', output: expect.anything() }]),
        );
        await two.status('ready, open: none');
        expect(server.requests()).toBe(1);
        // The second attempt uses the current state.
        await two.say('Never mind');
        const text = await two.heard(/^I heard/);
        expect(text).toContain('SQLite');
        expect(text).toContain('Never mind');
      });

      it('refuses a tab that has not claimed in the chat’s route [trap]', async () => {
        const { claim } = gateOf();
        const [one, two] = [openTab({ messages: OPEN, ask: { claim } }), openTab({ messages: OPEN })];
        await one.pick('SQLite');
        await one.press('Submit');
        await one.heard(/^I heard/);
        await two.pick('Postgres');
        await two.press('Submit');
        await two.status('error');
        expect(JSON.parse(two.errors[0] ?? '')).toEqual({
          ok: false,
          code: 'already_resolved',
          outputs: { c1: { output: JSON.parse(answered(answer(false, 'SQLite'))) } },
        });
        expect(server.prompts).toHaveLength(1);
      });

      it('keeps the input if a claim fails and accepts the same claim again', async () => {
        const { claim, claims } = gateOf();
        let fails = true;
        const flaky = async (claimed: AnswerClaim) => {
          const outcome = await claim(claimed);
          // The claim arrived; its response was lost.
          if (fails) throw new Error('The connection was lost.');
          return outcome;
        };
        const tab = openTab({ messages: OPEN, ask: { claim: flaky } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        expect(await tab.findByRole('button', { name: 'Try again' })).toBeVisible();
        expect(tab.getByRole('alert')).toBeVisible();
        expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
        expect(server.requests()).toBe(0);
        fails = false;
        await tab.press('Try again');
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(claims).toHaveLength(2);
      });

      it.each(['SQLite', 'Postgres'])(
        'sends the claimed answer again after its request failed, even if the user now selects %s',
        async (label) => {
          inNoTime();
          const { claim, claims } = gateOf();
          const admit = server.before;
          server.before = async () => new Response('Out of order.', { status: 503 });
          const tab = openTab({ messages: OPEN, ask: { claim } });
          await tab.pick('SQLite');
          await tab.press('Submit');
          await tab.refused();
          server.before = admit;
          await tab.pick(label);
          await tab.press('Try again');
          await tab.heard(heardText(answered(answer(false, 'SQLite'))));
          await tab.status('ready, open: none');
          expect(claims.length).toBeGreaterThan(1);
          expect(tab.queryByRole('button', { name: 'Submit' })).toBeNull();
        },
      );

      it('treats every response except `ok: true` as refused', async () => {
        const tab = openTab({ messages: OPEN, ask: { claim: async () => ({ error: 'Sign in.' }) as never } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        expect(await tab.findByRole('button', { name: 'Try again' })).toBeVisible();
        expect(tab.getByRole('alert')).toBeVisible();
        await tab.say('Never mind');
        await waitFor(() => expect(tab.sent).toEqual([{ ok: false, code: 'not_claimed', output: undefined }]));
        expect(server.requests()).toBe(0);
      });

      it.each(['already_resolved', 'unknown', 'orphaned'])(
        'keeps the input if the server responds with an error of its own: %s',
        async (code) => {
          const tab = openTab({ messages: OPEN, ask: { claim: async () => ({ code, message: 'Not now.' }) as never } });
          await tab.pick('SQLite');
          await tab.press('Submit');
          expect(await tab.findByRole('button', { name: 'Try again' })).toBeVisible();
          expect(tab.getByRole('radio', { name: 'SQLite' })).toBeChecked();
          await tab.status('ready, open: c1');
        },
      );

      it('sends a message together with an answer in flight', async () => {
        let taken: (claimed: ClaimResult) => void = () => {};
        const claim = () => new Promise<ClaimResult>((resolve) => (taken = resolve));
        const tab = openTab({ messages: OPEN, ask: { claim } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.say('And hurry');
        expect(server.requests()).toBe(0);
        taken({ ok: true });
        const text = await tab.heard(/^I heard/);
        expect(text).toContain('SQLite');
        expect(text).toContain('And hurry');
        expect(server.requests()).toBe(1);
      });
    });
  });
