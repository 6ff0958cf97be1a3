// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { Command } from '@langchain/langgraph';
import { useStream } from '@langchain/langgraph-sdk/react';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode, useEffect, useRef, useState, type ReactNode } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { openQuestions, createResume, supersedeOpenQuestions } from 'react-ask-user/langgraph';
import { useLangGraphAskUser } from 'react-ask-user/langgraph/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveGraph } from './helpers/langgraph-api.js';
import { createAgent, createCollecting, createFanOut, createModel } from './helpers/langgraph.js';

const NOBODY = 'Nobody answered and no option was chosen.';
/** Output of `useStream` for a delivery that the server refuses. */
const REFUSED = 'Error: HTTP 409: {"detail":"No"}';
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
// Testing Library does not check visibility, which would take most of the test time.
configure({ defaultHidden: true });

let api: Awaited<ReturnType<typeof serveGraph>>;
afterEach(async () => {
  await resting();
  cleanup();
  await api.close();
  expect(api.failures).toEqual([]);
});

interface ChatProps {
  thread?: string | null;
  /** Whether messages are sent with LangGraph's `submit` instead of this package's. @default false */
  raw?: boolean;
  /** @default false */
  fetchStateHistory?: boolean;
  /** Whether the hook receives the thread id. @default true */
  told?: boolean;
}
function Chat({ thread = null, raw: alone = false, fetchStateHistory = false, told = true }: ChatProps): ReactNode {
  const [id, setId] = useState(thread);
  const [problem, setProblem] = useState('');
  const left = useRef(id);
  useEffect(() => {
    if (id !== null) left.current = id;
  }, [id]);
  const stream = useStream({
    apiUrl: api.apiUrl,
    assistantId: 'agent',
    threadId: id,
    onThreadId: setId,
    callerOptions: { maxRetries: 0 },
    fetchStateHistory,
  });
  const ask = useLangGraphAskUser(stream, { threadId: told ? id : undefined, asker: 'Planner' });
  const say = (content: string) => {
    const values = { messages: [{ type: 'human' as const, content }] };
    (alone ? stream : ask).submit(values).catch((error: Error) => setProblem(error.message));
  };
  return (
    <main data-thread={id} data-loading={stream.isLoading} data-listed={stream.interrupts.length}>
      <ol aria-label="Chat">
        {stream.messages.map((message, i) => (
          <li key={i}>{`${message.type}: ${typeof message.content === 'string' ? message.content : ''}`}</li>
        ))}
      </ol>
      {ask.openQuestions.map((question) => (
        <AskUserDialog key={question.key} {...ask.getDialogProps(question)} allow={{ decline: true }} />
      ))}
      <p>{problem}</p>
      <button onClick={() => setId(id === null ? left.current : null)}>{id === null ? 'Back' : 'New'}</button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          say(event.currentTarget.querySelector('input')!.value);
        }}
      >
        <input name="message" aria-label="Message" />
      </form>
    </main>
  );
}

async function open(graph: Parameters<typeof serveGraph>[0] = createAgent(), props: ChatProps = {}) {
  api = await serveGraph(graph);
  return draw(props);
}
const draw = (props: ChatProps) =>
  render(
    <StrictMode>
      <Chat {...props} />
    </StrictMode>,
  );
async function say(text: string): Promise<void> {
  const box = screen.getByRole('textbox', { name: 'Message' });
  await user.clear(box);
  await user.type(box, `${text}{Enter}`);
}
/** Returns the dialog with this question. */
async function card(question: string) {
  const element = (await screen.findByText(question)).closest<HTMLElement>('[role=region]');
  return within(element!);
}
const press = (where: Pick<typeof screen, 'findByRole'>, role: string, name: string | RegExp) =>
  where.findByRole(role, { name }).then((element) => user.click(element));
const lines = () =>
  within(screen.getByRole('list', { name: 'Chat' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const heard = (text: string) => waitFor(() => expect(lines().at(-1)).toContain(text));
const resting = () => waitFor(() => expect(screen.getByRole('main')).toHaveAttribute('data-loading', 'false'));
const thread = () => screen.getByRole('main').dataset['thread']!;
/** Returns the number of interrupts in LangGraph's list. */
const listed = () => screen.getByRole('main').dataset['listed'];
const config = () => ({ configurable: { thread_id: thread() } });
const resumes = () =>
  api.runs.filter(({ command }) => command).map(({ command }) => Object.keys(command!.resume as object));

describe('stack: langgraph', () => {
  it('continues with an option, several options and custom text [answered]', async () => {
    await open();
    await say('set up all');
    expect(await screen.findByRole('region', { name: '3 questions from Planner' })).toBeInTheDocument();
    await press(screen, 'radio', 'SQLite');
    await press(screen, 'tab', /Features/);
    await press(screen, 'checkbox', 'Auth');
    await press(screen, 'checkbox', 'Mail');
    await press(screen, 'tab', /Question 3/);
    await user.type(await screen.findByRole('textbox', { name: /Which name/ }), 'demo');
    await press(screen, 'button', 'Review');
    await press(screen, 'button', 'Submit answers');
    const answers = [
      { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
      { question: 'Which features?', answer: ['Auth', 'Mail'], wasCustom: false },
      { question: 'Which name?', answer: 'demo', wasCustom: true },
    ];
    await heard(`ai: Told: ${JSON.stringify({ answered: true, answers })}`);
    expect(screen.queryByRole('region')).toBeNull();
    expect(resumes()).toHaveLength(1);
  });

  it.each([
    ['[declined]', /Decline/, 'The user declined to answer'],
    ['[cancelled]', 'Cancel', 'The user cancelled'],
  ])('gives the model a text that the user did not answer %s', async (_, button, text) => {
    await open();
    await say('set up');
    await press(await card('Which database?'), 'button', button);
    await heard(`${text}. ${NOBODY}`);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('asks two nodes at once and answers them separately in reverse order [two]', async () => {
    await open(createFanOut());
    await say('go');
    const database = await card('Which database?');
    const features = await card('Which features?');
    await resting();
    expect(listed(), 'alone, LangGraph keeps the last of several').toBe('1');
    await press(database, 'radio', 'SQLite');
    await press(features, 'checkbox', 'Mail');
    await press(features, 'button', 'Submit');
    await waitFor(() => expect(screen.queryByText('Which features?')).toBeNull());
    await resting();
    expect(listed(), 'alone, LangGraph has forgotten the other').toBe('0');
    expect(database.getByRole('radio', { name: 'SQLite' }), 'the other is as it was').toBeChecked();
    await press(database, 'button', 'Submit');
    await heard('Told: x: ');
    const [x, y] = lines().at(-1)!.split(' | ');
    expect(x).toContain('"answer":"SQLite"');
    expect(y).toContain('"answer":["Mail"]');
    expect(resumes()).toHaveLength(2);
  });

  it('sends two simultaneous answers one after the other [two]', async () => {
    await open(createFanOut(), { fetchStateHistory: true });
    await say('go');
    const database = await card('Which database?');
    const features = await card('Which features?');
    await press(database, 'radio', 'Postgres');
    await press(features, 'checkbox', 'Auth');
    await resting();
    const release = api.hold();
    await press(database, 'button', 'Submit');
    await press(features, 'button', 'Submit');
    release();
    await heard('"answer":["Auth"]');
    expect(lines().at(-1)).toContain('"answer":"Postgres"');
    expect(resumes().map((ids) => ids.length)).toEqual([1, 1]);
  });

  it('asks two calls of one turn one after the other [two]', async () => {
    await open();
    await say('set up both');
    await press(await card('Which database?'), 'radio', 'SQLite');
    await press(screen, 'button', 'Submit');
    await press(await card('Which features?'), 'checkbox', 'Auth');
    await press(screen, 'button', 'Submit');
    await heard('"answer":["Auth"]');
    expect(lines().at(-1)).toContain('"answer":"SQLite"');
  });

  it('asks two questions with the same interrupt id in their order, with separate answers [two]', async () => {
    await open(createCollecting());
    await say('go');
    const database = await card('Which database?');
    await resting();
    expect(screen.queryByText('Which features?')).toBeNull();
    await press(database, 'radio', 'SQLite');
    await press(database, 'button', 'Submit');
    const features = await card('Which features?');
    await press(features, 'checkbox', 'Mail');
    await press(features, 'button', 'Submit');
    await heard('Told: ');
    expect(lines().at(-1)).toMatch(/SQLite.* \| .*\["Mail"\]/);
    expect(resumes()).toHaveLength(2);
  });

  it.each([true, false])(
    'shows the question again after a reload and accepts an answer; with the thread id: %s [reload]',
    async (told) => {
      const { unmount } = await open();
      await say('set up');
      await card('Which database?');
      await resting();
      const before = thread();
      unmount();
      draw({ thread: before, told });
      await press(await card('Which database?'), 'radio', 'SQLite');
      await press(screen, 'button', 'Submit');
      await heard('"selectedOption":"SQLite"');
      await resting();
      expect(listed(), 'alone, LangGraph lists it until the thread is read anew').toBe('1');
      expect(screen.queryByRole('region')).toBeNull();
    },
  );

  it.each([false, true])(
    'asks and accepts an answer twice; with the thread’s history: %s [reload]',
    async (fetchStateHistory) => {
      const { unmount } = await open(createAgent(), { fetchStateHistory });
      for (const name of ['SQLite', 'Postgres']) {
        await say('set up');
        await press(await card('Which database?'), 'radio', name);
        await press(screen, 'button', 'Submit');
        await heard(`"selectedOption":"${name}"`);
        await resting();
        expect(screen.queryByRole('region')).toBeNull();
      }
      const before = thread();
      unmount();
      draw({ thread: before, fetchStateHistory });
      await heard('"selectedOption":"Postgres"');
      expect(screen.queryByRole('region')).toBeNull();
    },
  );

  it.each([false, true])(
    'supersedes the question before it sends a message; with the history: %s [trap]',
    async (fetchStateHistory) => {
      const { model, seen } = createModel();
      const graph = createAgent({ model });
      await open(graph, { fetchStateHistory });
      await say('set up both');
      await card('Which database?');
      await resting();
      seen.length = 0;
      await say('hello');
      await heard('You said: hello');
      expect(lines()).toEqual([
        'human: set up both',
        'ai: ',
        expect.stringMatching(new RegExp(`^tool: .*superseded[^]*${NOBODY}`)),
        expect.stringMatching(/^tool: .*superseded/),
        'human: hello',
        'ai: You said: hello',
      ]);
      expect(seen, 'no call of the model for what is over').toHaveLength(1);
      expect(screen.queryByRole('region')).toBeNull();
    },
  );

  it('leaves a call without a result with LangGraph alone [trap]', async () => {
    await open(createAgent(), { raw: true });
    await say('set up');
    await card('Which database?');
    await resting();
    await say('hello');
    await heard('You said: hello');
    expect(lines()).toEqual(['human: set up', 'ai: ', 'human: hello', 'ai: You said: hello']);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  it('keeps the input of a failed delivery and does not send a message [trap]', async () => {
    await open();
    await say('set up');
    const database = await card('Which database?');
    await press(database, 'radio', /Other/);
    await user.type(await database.findByRole('textbox', { name: /Your answer/ }), 'DuckDB');
    await resting();
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    api.refuse(409);
    await press(database, 'button', 'Submit');
    await waitFor(() => expect(database.getByRole('textbox', { name: /Your answer/ })).toBeEnabled());
    expect(await database.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(database.getByRole('textbox', { name: /Your answer/ })).toHaveValue('DuckDB');
    api.refuse(409);
    await say('hello');
    expect(await screen.findByText(/the message was not sent/)).toBeInTheDocument();
    expect(lines()).not.toContain('human: hello');
    expect(complaints.mock.calls.map(String), 'LangGraph’s own').toEqual([REFUSED, REFUSED]);
    complaints.mockClear();

    await press(database, 'button', 'Try again');
    await heard('"answer":"DuckDB"');
  });

  it('does not report a failed delivery as delivered after a reload [trap]', async () => {
    const { unmount } = await open();
    await say('set up');
    await card('Which database?');
    await resting();
    const before = thread();
    unmount();
    draw({ thread: before });
    const database = await card('Which database?');
    await press(database, 'radio', 'SQLite');
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    api.refuse(409);
    await press(database, 'button', 'Submit');
    expect(await database.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(complaints.mock.calls.map(String), 'LangGraph’s own').toEqual([REFUSED]);
    complaints.mockClear();
    await press(database, 'button', 'Try again');
    await heard('"selectedOption":"SQLite"');
  });

  it('reports a late answer, which LangGraph alone ignores [trap]', async () => {
    const graph = createAgent();
    await open(graph);
    await say('set up');
    const database = await card('Which database?');
    await resting();
    await press(database, 'radio', /Other/);
    await user.type(await database.findByRole('textbox', { name: /Your answer/ }), 'DuckDB');
    const [elsewhere] = openQuestions(await graph.getState(config()));
    const wire = { answered: true, answers: [{ answer: 'Postgres' }] };
    await graph.invoke(new Command({ resume: createResume([[elsewhere!, wire]]) }), config());
    await press(database, 'button', 'Submit');
    const end = await screen.findByRole('group', { name: 'Planner no longer needs an answer' });
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(end).toHaveTextContent('DuckDB');
    expect(resumes(), 'nothing was sent').toEqual([]);
    await say('hello');
    await heard('You said: hello');
  });

  it('detects in the thread that the question was withdrawn elsewhere [aborted]', async () => {
    const graph = createAgent();
    await open(graph);
    await say('set up');
    const database = await card('Which database?');
    await resting();
    await supersedeOpenQuestions(graph, config(), { Command });
    await press(database, 'radio', 'SQLite');
    await press(database, 'button', 'Submit');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull());
    expect(resumes()).toEqual([]);
    expect(JSON.stringify((await graph.getState(config())).values)).not.toContain('"selectedOption');
  });

  it('shows a thread’s questions only in that thread [reload]', async () => {
    await open();
    await say('set up');
    await card('Which database?');
    await resting();
    await press(screen, 'button', 'New');
    expect(screen.queryByRole('region')).toBeNull();
    await press(screen, 'button', 'Back');
    await press(await card('Which database?'), 'radio', 'SQLite');
    await press(screen, 'button', 'Submit');
    await heard('"selectedOption":"SQLite"');
  });

  it('works without the thread id', async () => {
    await open(createAgent(), { told: false });
    await say('set up');
    await press(await card('Which database?'), 'radio', 'SQLite');
    await press(screen, 'button', 'Submit');
    await heard('"selectedOption":"SQLite"');
    expect(resumes()).toHaveLength(1);
  });
});
