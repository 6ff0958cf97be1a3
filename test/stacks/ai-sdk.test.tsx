// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';
import { createAnswerGate, type AnswerClaim, type AnswerClaimed } from 'react-ask-user/ai-sdk';
import type { AiSdkDelivered, AiSdkEnded } from 'react-ask-user/ai-sdk/react';
import { createMemoryClaims } from 'react-ask-user/host';
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
  readonly dialog?: Pick<AskUserDialogProps, 'allowDecline'>;
  /** Each question has two dialogs. */
  readonly twice?: boolean;
}

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
// What is hidden is not looked for: asking for each element whether it is seen takes most of the time.
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

    /** A window of the chat. */
    function openTab({ dialog, twice = false, ...options }: Tab = {}) {
      const errors: string[] = [];
      const sent: AiSdkDelivered[] = [];
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
                if (!ask.isAsk(one)) return null;
                const props = { ...dialog, ...ask.props(one) };
                return (
                  <section key={one.toolCallId} aria-label={`call ${one.toolCallId}`}>
                    <AskUserDialog {...props} />
                    {twice && <AskUserDialog {...props} />}
                  </section>
                );
              }),
            )}
            <output aria-label="Chat">{`${chat.status}, open: ${ask.open.map((one) => one.toolCallId).join(' ') || 'none'}`}</output>
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
        /** The page shows another chat. */
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

    describe('a question in the chat', () => {
      it('[answered] with an option: the agent goes on with it', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(server.requests()).toBe(2);
        await tab.status('ready, open: none');
        expect(tab.getByRole('heading', { name: /^You answered/ })).toBeVisible();
      });

      it('[answered] with words of their own', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('Other');
        await user.type(tab.getByRole('textbox', { name: /Your answer/ }), 'Cockroach, in 3 regions');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(true, 'Cockroach, in 3 regions'))));
      });

      it('[answered] with several choices and words of their own', async () => {
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

      it('[declined] and the agent goes on, with no answer [R-NOPHANTOM]', async () => {
        const tab = openTab({ dialog: { allowDecline: true } });
        await tab.say('Set up a service');
        await tab.press('Decline to answer');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain(
          JSON.stringify(JSON.stringify({ answered: false, answers: [], status: 'declined' })).slice(1, -1),
        );
        expect(text).toContain('declined to answer');
        expect(tab.getByRole('heading', { name: /^You declined/ })).toBeVisible();
      });

      it('[cancelled] and the agent goes on, with no answer [R-CANCEL]', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.press('Cancel');
        const text = await tab.heard(/^I heard/);
        expect(text).toContain(
          JSON.stringify(JSON.stringify({ answered: false, answers: [], cancelled: true })).slice(1, -1),
        );
        expect(server.requests()).toBe(2);
      });

      it('[two] calls at once each get their own answer, in one request', async () => {
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

      it('[two] one that is answered while the model still writes the other: nothing is sent before both have theirs', async () => {
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

      it('keeps what the wire has no room for', async () => {
        const ended: AiSdkEnded[] = [];
        const tab = openTab({ messages: OPEN, ask: { asker: 'Setup', onEnded: (one) => ended.push(one) } });
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

    describe('over a reload', () => {
      it('[reload] the question opens from history, and its answer goes on [R-REPLAY]', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.status('ready, open: c1');
        await tab.pick('Postgres');
        await tab.press('Submit');
        await tab.heard(heardText(answered(answer(false, 'Postgres'))));
        expect(server.requests()).toBe(1);
      });

      it('[reload] what has ended is drawn from its output, read back by the dialect', async () => {
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
        expect(tab.getByRole('heading', { name: /^You answered/ })).toBeVisible();
        expect(tab.getByText('SQLite')).toBeVisible();
        expect(tab.getByRole('heading', { name: /^You cancelled/ })).toBeVisible();
        expect(tab.queryByRole('button', { name: 'Submit' })).toBeNull();
        expect(tab.ask().open).toEqual([]);
        expect(server.requests()).toBe(0);
      });

      it('[reload] [trap] a call that was never finished is no question', async () => {
        const half: SavedMessage['parts'][number] = {
          ...part,
          state: 'input-streaming',
          input: { questions: [{ question: 'Whi' }] },
        };
        const tab = openTab({ messages: asked(half) });
        await tab.status('ready, open: none');
        expect(within(tab.getByRole('region', { name: 'call c1' })).queryByRole('heading')).toBeNull();
        expect(tab.ask().stateOf(half as never)).toBe('unfinished');
        server.script = () => ({ text: 'Fine.' });
        await tab.say('Never mind');
        await tab.heard('Fine.');
      });
    });

    describe('a message in place of an answer', () => {
      it('[trap] ends the question as superseded first, in one request [R-NOPHANTOM]', async () => {
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
        // What was typed stays to be copied.
        expect(tab.getByRole('heading', { name: /was replaced$/ })).toBeVisible();
        // What the agent reads of it is not the person's to read.
        const card = tab.getByRole('heading', { name: /was replaced$/ }).closest('[role="region"], [role="group"]');
        expect(card).not.toHaveTextContent('The user wrote a message');
        expect(tab.getByText('half a thought')).toBeVisible();
        expect(tab.sent).toEqual([{ ok: true }, { ok: true }]);
      });

      it('[trap] alone, the SDK sends a tool call without a result, and the turn dies', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.chat().sendMessage({ text: 'Use SQLite, please' });
        await tab.status('error');
        expect(tab.errors).toEqual([expect.stringMatching(/Tool result(s are| is) missing for tool call(s)? c1/)]);
        expect(server.prompts).toEqual([]);
      });

      it('[trap] alone, an output before the message starts a request of its own beside the message’s', async () => {
        const tab = openTab({ messages: OPEN });
        await tab.chat().addToolOutput({
          tool: 'ask_user',
          toolCallId: 'c1',
          output: { answered: false, answers: [], status: 'superseded' },
        });
        await tab.chat().sendMessage({ text: 'Use SQLite, please' });
        await waitFor(() => expect(server.requests()).toBe(2));
      });

      it('[trap] two questions are both ended', async () => {
        server.script = (prompt) =>
          outputsIn(prompt).length === 0 ? asks(DATABASE, NAME) : { text: `I heard ${outputsIn(prompt).length}` };
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.status('ready, open: c1 c2');
        await tab.say('Later');
        await tab.heard('I heard 2');
        expect(server.requests()).toBe(2);
      });

      it('a request that is sent again leaves the question open', async () => {
        const tab = openTab({ messages: asked() });
        await tab.ask().sendMessage();
        await tab.status('ready, open: c1');
      });
    });

    describe('stopping', () => {
      const [question, rest] = [JSON.stringify(DATABASE).slice(0, -2), ',{"question":"Wh'] as const;
      const writing = (pause: () => Promise<void>): Turn => ({
        calls: [{ id: 'c1', input: DATABASE, pieces: [question, rest] }],
        pause,
      });

      it('[aborted] the question is withdrawn, and the agent gets no answer', async () => {
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

      it('[trap] a label that is cut off is not shown, and nothing can be submitted [R-STREAM]', async () => {
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
        // Alone: what the SDK shows of it is cut.
        await waitFor(() => expect(JSON.stringify(tab.chat().messages)).toContain('{"label":"SQL"}'));
        expect(tab.queryByText('SQL')).toBeNull();
        expect(tab.ask().open).toEqual([]);
        goOn();
        await tab.status('ready, open: c1');
        expect(server.requests()).toBe(1);
        // A render that is late (`throttle`) takes no whole question for a broken one: what was typed is still there.
        expect(tab.getByRole('textbox', { name: /What is it called/ })).toHaveValue('Atlas');
      });

      it('[trap] asking for another reply takes the question away, and answers nothing', async () => {
        const tab = openTab();
        await tab.say('Set up a service');
        await tab.pick('SQLite');
        server.script = () => ({ text: 'Something else.' });
        await tab.chat().regenerate();
        await tab.heard('Something else.');
        expect(tab.ask().open).toEqual([]);
        expect(outputsIn(server.prompts.at(-1) ?? [])).toEqual([]);
      });
    });

    describe('once', () => {
      it('[trap] a second dialog of the same call is told that it is over', async () => {
        const tab = openTab({ messages: OPEN, twice: true, ask: { claim: async () => ({ ok: true }) } });
        const [first, second] = tab.getAllByRole('radio', { name: 'SQLite' });
        const other = tab.getAllByRole('radio', { name: 'Postgres' })[1];
        const [submit, submitToo] = tab.getAllByRole('button', { name: 'Submit' });
        expect(second).toBeVisible();
        await user.click(first!);
        await user.click(other!);
        // In one tick: neither has drawn what became of the other.
        submit!.click();
        submitToo!.click();
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
        expect(server.requests()).toBe(1);
        expect(tab.queryByRole('button', { name: 'Submit' })).toBeNull();
      });

      it('[trap] alone, the SDK lets a second output overwrite the first that was sent', async () => {
        const tab = openTab({ messages: OPEN });
        const output = (text: string) => ({ tool: 'ask_user', toolCallId: 'c1', output: text }) as const;
        await Promise.all([tab.chat().addToolOutput(output('first')), tab.chat().addToolOutput(output('second'))]);
        await tab.heard(/^I heard/);
        const [sent] = server.prompts.map(outputsIn);
        expect(JSON.stringify(sent)).toContain('first');
        expect(JSON.stringify(tab.chat().messages)).toContain('second');
      });

      it('what fails on its way is kept by the chat, and sent again', async () => {
        server.before = async () => new Response('Out of order.', { status: 503 });
        const tab = openTab({ messages: OPEN });
        await tab.pick('SQLite');
        await tab.press('Submit');
        await tab.status('error');
        expect(tab.errors).toEqual(['Out of order.']);
        expect(tab.getByRole('heading', { name: /^You answered/ })).toBeVisible();
        server.before = undefined;
        await tab.ask().sendMessage();
        await tab.heard(heardText(answered(answer(false, 'SQLite'))));
      });
    });

    describe('a call that nobody can be asked', () => {
      it('[trap] goes back to the model so often, and then waits for the person', async () => {
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

      it('[trap] alone, the SDK asks again without end', async () => {
        server.script = () => ({ calls: [{ id: `c${server.prompts.length}`, input: { questions: [] } }] });
        const tab = openTab({ bare: true });
        await tab.say('Set up a service');
        await waitFor(() => expect(server.requests()).toBeGreaterThan(8));
        tab.unmount();
        await tab.chat().stop();
      });

      it('is told to the agent as an error where only the page finds out', async () => {
        const tab = openTab({ messages: asked({ ...part, state: 'input-available', input: { questions: [] } }) });
        await tab.heard(/^I heard .*error-text.*Has no question/);
        expect(tab.ask().open).toEqual([]);
      });
    });

    describe('in a page that shows another chat', () => {
      it('[trap] a call of the same id is another question', async () => {
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

      it.each([true, false])('[trap] what was on its way touches nothing there (taken: %s)', async (taken) => {
        let settle: (claimed: AnswerClaimed) => void = () => {};
        const claim = () => new Promise<AnswerClaimed>((resolve) => (settle = resolve));
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
      });
    });

    describe('in two windows', () => {
      const gateOf = () => {
        const gate = createAnswerGate({ claims: createMemoryClaims(), toolName: 'ask_user' });
        server.before = async (messages) => {
          const admitted = await gate.admit(messages, { conversationId: 'chat' });
          return admitted.ok ? undefined : Response.json(admitted, { status: 409 });
        };
        const claims: AnswerClaim[] = [];
        const claim = async (claimed: AnswerClaim): Promise<AnswerClaimed> => {
          claims.push(claimed);
          return gate.claim(JSON.parse(JSON.stringify(claimed)) as AnswerClaim);
        };
        return { gate, claim, claims };
      };
      /** Nobody waits in a test: what takes two seconds is over at once. */
      const inNoTime = () => {
        const real = globalThis.setTimeout;
        const spy = vi
          .spyOn(globalThis, 'setTimeout')
          .mockImplementation(((run: () => void, ms?: number) =>
            real(run, ms === 2_000 ? 0 : ms)) as typeof setTimeout);
        onTestFinished(() => spy.mockRestore());
      };

      it('[trap] equal answers of two windows are one, and one window goes on [R-FIRST]', async () => {
        inNoTime();
        const { claim, claims } = gateOf();
        // The late window asks once more when the agent has gone on with what the other one sent: that has been admitted by then.
        const late = async (claimed: AnswerClaim) => {
          if (claims.length > 1) await one.heard(/^I heard/);
          return claim(claimed);
        };
        const one = openTab({ messages: OPEN, ask: { claim } });
        const two = openTab({ messages: OPEN, ask: { claim: late } });
        await one.pick('SQLite');
        await two.pick('SQLite');
        await one.press('Submit');
        await two.press('Submit');
        await one.heard(/^I heard/);
        await two.status('ready, open: none');
        expect(two.getByRole('heading', { name: /^You answered/ })).toBeVisible();
        expect(server.requests()).toBe(1);
      });

      it('[trap] a window that has claimed and is gone: the next one takes its answer over and goes on with it', async () => {
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

      it('[trap] an answer that was kept quiet for a message that is not sent goes out', async () => {
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

      it('[trap] the first answer counts, the other window shows it, and its own stays to be copied [R-FIRST]', async () => {
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
        // Its history is the other's now.
        expect(JSON.stringify(two.chat().messages)).not.toContain('DuckDB');
      });

      it('[trap] alone, the SDK takes both answers, and the agent goes on twice', async () => {
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

      it('[trap] a message in the window that is late is not sent, and the question shows its answer', async () => {
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
        // Said once more, it goes on from what is known now.
        await two.say('Never mind');
        const text = await two.heard(/^I heard/);
        expect(text).toContain('SQLite');
        expect(text).toContain('Never mind');
      });

      it('[trap] the chat’s route refuses a window that has not claimed', async () => {
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
          endings: { c1: { output: JSON.parse(answered(answer(false, 'SQLite'))) } },
        });
        expect(server.prompts).toHaveLength(1);
      });

      it('a claim that does not arrive gives back every field, and the same again is taken', async () => {
        const { claim, claims } = gateOf();
        let fails = true;
        const flaky = async (claimed: AnswerClaim) => {
          const outcome = await claim(claimed);
          // It has arrived; the word of it was lost.
          if (fails) throw new TypeError('fetch failed');
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

      it('what a server says that is no yes is none', async () => {
        const tab = openTab({ messages: OPEN, ask: { claim: async () => ({ error: 'Sign in.' }) as never } });
        await tab.pick('SQLite');
        await tab.press('Submit');
        expect(await tab.findByRole('button', { name: 'Try again' })).toBeVisible();
        expect(tab.getByRole('alert')).toBeVisible();
        await tab.say('Never mind');
        await waitFor(() => expect(tab.sent).toEqual([{ ok: false, code: 'not_claimed', output: undefined }]));
        expect(server.requests()).toBe(0);
      });

      it('a message waits for an answer that is on its way, and goes out with it', async () => {
        let taken: (claimed: AnswerClaimed) => void = () => {};
        const claim = () => new Promise<AnswerClaimed>((resolve) => (taken = resolve));
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
