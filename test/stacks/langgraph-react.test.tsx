// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { Command } from '@langchain/langgraph';
import { useStream } from '@langchain/langgraph-sdk/react';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode, useEffect, useRef, useState, type ReactNode } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { openQuestions, resumeWith, supersedeOpen } from 'react-ask-user/langgraph';
import { useLangGraphAskUser } from 'react-ask-user/langgraph/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveGraph } from './helpers/langgraph-api.js';
import { createAgent, createFanOut, createModel } from './helpers/langgraph.js';

const NOBODY = 'Nobody answered and no option was chosen.';
/** What `useStream` prints of a delivery that the server refuses. */
const REFUSED = 'Error: HTTP 409: {"detail":"No"}';
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
// What is hidden is not looked for: asking for each element whether it is seen takes most of the time.
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
  /** LangGraph's own `submit` for messages, without ours. @default false */
  raw?: boolean;
  /** @default false */
  fetchStateHistory?: boolean;
  /** The hook is told the thread. @default true */
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
      {ask.open.map((question) => (
        <AskUserDialog key={question.key} {...ask.props(question)} allowDecline />
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
/** The dialog with this question. */
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
/** How many interrupts LangGraph's own list has, without ours. */
const listed = () => screen.getByRole('main').dataset['listed'];
const config = () => ({ configurable: { thread_id: thread() } });
const resumes = () =>
  api.runs.filter(({ command }) => command).map(({ command }) => Object.keys(command!.resume as object));

describe('stack: langgraph', () => {
  it('[answered] goes on with a choice, several choices and own words', async () => {
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
  ])('%s tells the model that nobody answered', async (_, button, text) => {
    await open();
    await say('set up');
    await press(await card('Which database?'), 'button', button);
    await heard(`${text}. ${NOBODY}`);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('[two] asks two nodes at once, and gives each its own answer, the last first', async () => {
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

  it('[two] sends two answers given at once one after the other', async () => {
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

  it('[two] asks two calls of one turn one after the other', async () => {
    await open();
    await say('set up both');
    await press(await card('Which database?'), 'radio', 'SQLite');
    await press(screen, 'button', 'Submit');
    await press(await card('Which features?'), 'checkbox', 'Auth');
    await press(screen, 'button', 'Submit');
    await heard('"answer":["Auth"]');
    expect(lines().at(-1)).toContain('"answer":"SQLite"');
  });

  it.each([true, false])(
    '[reload] has the question again, and is answered there; it is told the thread: %s',
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
    '[reload] is asked and answered twice, with the history of the thread: %s',
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
    '[trap] closes the question before a message goes, with the history: %s',
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

  it('[trap] alone, LangGraph leaves a call without a result', async () => {
    await open(createAgent(), { raw: true });
    await say('set up');
    await card('Which database?');
    await resting();
    await say('hello');
    await heard('You said: hello');
    expect(lines()).toEqual(['human: set up', 'ai: ', 'human: hello', 'ai: You said: hello']);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  it('[trap] gives every field back where it could not be sent, and sends no message then', async () => {
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

  it('[trap] after a reload does not take a failed delivery for one that arrived', async () => {
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

  it('[trap] says that an answer came too late; alone, LangGraph ignores it', async () => {
    const graph = createAgent();
    await open(graph);
    await say('set up');
    const database = await card('Which database?');
    await resting();
    await press(database, 'radio', /Other/);
    await user.type(await database.findByRole('textbox', { name: /Your answer/ }), 'DuckDB');
    const [elsewhere] = openQuestions(await graph.getState(config()));
    const wire = { answered: true, answers: [{ answer: 'Postgres' }] };
    await graph.invoke(new Command({ resume: resumeWith([[elsewhere!, wire]]) }), config());
    await press(database, 'button', 'Submit');
    const end = await screen.findByRole('group', { name: 'Planner no longer needs an answer' });
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(end).toHaveTextContent('DuckDB');
    expect(resumes(), 'nothing was sent').toEqual([]);
    await say('hello');
    await heard('You said: hello');
  });

  it('[aborted] is told by the thread that the question was withdrawn elsewhere', async () => {
    const graph = createAgent();
    await open(graph);
    await say('set up');
    const database = await card('Which database?');
    await resting();
    await supersedeOpen(graph, config(), { Command });
    await press(database, 'radio', 'SQLite');
    await press(database, 'button', 'Submit');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull());
    expect(resumes()).toEqual([]);
    expect(JSON.stringify((await graph.getState(config())).values)).not.toContain('"selectedOption');
  });

  it('[reload] shows a thread’s questions in that thread alone', async () => {
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

  it('works without being told the thread', async () => {
    await open(createAgent(), { told: false });
    await say('set up');
    await press(await card('Which database?'), 'radio', 'SQLite');
    await press(screen, 'button', 'Submit');
    await heard('"selectedOption":"SQLite"');
    expect(resumes()).toHaveLength(1);
  });
});
