// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { claudeCode, codex, opencode } from 'react-ask-user/dialects';
import { useShow } from './use-show.js';

afterEach(cleanup);

const user = userEvent.setup();
const press = (name: string) => user.click(screen.getByRole('button', { name }));

type Show = ReturnType<typeof useShow>['show'];

/**
 * Renders a page with one button per question of an agent. Returns the outputs that the agents receive, by button
 * name.
 */
function page(asks: Record<string, (show: Show) => Promise<unknown>>) {
  const wires: Record<string, Promise<unknown>> = {};
  const Page = () => {
    const { dialogs, show } = useShow();
    return (
      <>
        {Object.entries(asks).map(([name, ask]) => (
          <button key={name} onClick={() => (wires[name] = ask(show))}>
            {name}
          </button>
        ))}
        {dialogs}
      </>
    );
  };
  render(<Page />);
  return wires;
}

const asking = (question: string) => ({
  questions: [
    {
      id: 'q',
      question,
      header: 'Database',
      options: [
        { label: 'PostgreSQL', description: 'A server' },
        { label: 'SQLite', description: 'A file' },
      ],
    },
  ],
});

it('resolves to the output that the agent expects and removes the card', async () => {
  const input = asking('Which database?');
  const wires = page({ Claude: (show) => show(claudeCode, input, { asker: 'Claude' }) });
  await press('Claude');
  expect(screen.getByRole('region', { name: /^Question from Claude/ })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^SQLite/ }));
  await press('Submit');
  expect(await wires['Claude']).toStrictEqual({
    behavior: 'allow',
    updatedInput: { ...input, answers: { 'Which database?': 'SQLite' } },
  });
  expect(screen.queryByRole('region')).toBeNull();
});

it('keeps two questions apart if the second settles first', async () => {
  const wires = page({
    opencode: (show) => show(opencode, asking('First?')),
    codex: (show) => show(codex, asking('Second?')),
  });
  await press('opencode');
  await press('codex');
  const [, second] = screen.getAllByRole('button', { name: 'Cancel' });
  if (second) await user.click(second);
  expect(await wires['codex']).toStrictEqual({ interrupt: true, status: 'cancelled' });
  await user.click(screen.getByRole('radio', { name: /^PostgreSQL/ }));
  await press('Submit');
  expect(await wires['opencode']).toStrictEqual({ answers: [['PostgreSQL']] });
});

it('resolves if the agent withdraws the question or nothing can be asked', async () => {
  const run = new AbortController();
  const wires = page({
    withdrawn: (show) => show(opencode, asking('Which database?'), { signal: run.signal }),
    nothing: (show) => show(opencode, { questions: [] }),
  });
  await press('withdrawn');
  expect(screen.getByRole('region')).toBeTruthy();
  act(() => run.abort());
  expect(await wires['withdrawn']).toStrictEqual({ reject: true, status: 'aborted' });
  expect(screen.queryByRole('region')).toBeNull();
  await press('nothing');
  expect(await wires['nothing']).toMatchObject({ reject: true, status: 'invalid' });
});

it('resolves without asking if the agent withdrew the question before', async () => {
  const signal = AbortSignal.abort();
  const wires = page({
    withdrawn: (show) => show(opencode, asking('Which database?'), { signal }),
    nothing: (show) => show(opencode, { questions: [] }, { signal }),
  });
  await press('withdrawn');
  expect(await wires['withdrawn']).toStrictEqual({ reject: true, status: 'aborted' });
  expect(screen.queryByRole('region')).toBeNull();
  await press('nothing');
  expect(await wires['nothing']).toMatchObject({ reject: true, status: 'invalid' });
});
