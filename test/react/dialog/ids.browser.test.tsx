import { act, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { AskUserDialog, useAskUser, type QuestionInput } from '../../../src/react/index.js';
import '../../../src/styles/index.css';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/**
 * Renders on a server, and hydrates in a root without `identifierPrefix`. All such roots, and all copies of React, return
 * the same from `useId`.
 */
async function island(drawn: ReactNode): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(drawn);
  const errors: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, drawn, { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(errors).toEqual([]);
  closers.push(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  return container;
}

const LINKS = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-details', 'for'];

/** Attributes that lead to an element outside of the island, and ids that other elements of the page have, too. */
function strays(container: HTMLElement): string[] {
  const links = [...container.querySelectorAll('*')].flatMap((element) =>
    LINKS.flatMap((name) => {
      const ids = element.getAttribute(name)?.split(/\s+/) ?? [];
      const wrong = ids.filter((id) => {
        const target = document.getElementById(id);
        return target !== null && !container.contains(target);
      });
      return wrong.map((id) => `${name}=${id}`);
    }),
  );
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
  return [...links, ...ids.filter((id) => document.querySelectorAll(`[id="${id}"]`).length > 1)];
}

const CASES: [string, string | undefined, string | undefined][] = [
  ['with request ids', 'a', 'b'],
  ['with request ids that contain spaces, quotes and other characters', 'call " 1', "call ' 👩‍💻"],
  ['with request ids of 10,000 characters', `${'x'.repeat(10_000)}1`, `${'x'.repeat(10_000)}2`],
  ['without request ids', undefined, undefined],
  ['with a request id in one of them', 'a', undefined],
];

describe.each(CASES)('cards in separate roots, %s (A15)', (_, first, second) => {
  it('are named by their own questions', async () => {
    const one = await island(<AskUserDialog requestId={first} questions={[DATABASE, NAME]} />);
    const two = await island(<AskUserDialog requestId={second} questions={[FEATURES, NAME]} />);
    expect([strays(one), strays(two)]).toEqual([[], []]);
    expect(within(one).getByRole('radiogroup')).toHaveAccessibleName('Which database should we use?');
    expect(within(two).getByRole('group')).toHaveAccessibleName('Which features should we include?');
    expect(document.getElementById(within(two).getAllByRole('tab')[0]!.getAttribute('aria-controls')!)).toSatisfy(
      (panel: Node) => two.contains(panel),
    );
  });

  it('have separate radio groups if the host renders them with the hook', async () => {
    const Own = ({ requestId, question }: { requestId: string | undefined; question: QuestionInput }) => {
      const own = useAskUser([question], { requestId }).questions[0]!;
      return (
        <>
          <h3 {...own.getHeadingProps()}>{own.question}</h3>
          <div {...own.getOptionsProps()}>
            {own.options.map(({ key, label, getInputProps }) => (
              <input key={key} aria-label={label} {...getInputProps()} />
            ))}
          </div>
        </>
      );
    };
    const other = { question: 'Which region?', options: ['Near', 'Far'] };
    const one = await island(<Own requestId={first} question={DATABASE} />);
    const two = await island(<Own requestId={second} question={other} />);
    expect([strays(one), strays(two)]).toEqual([[], []]);
    const names = [one, two].map((container) => container.querySelector('input')?.name);
    expect(new Set(names).size).toBe(2);
    expect(within(two).getByRole('radiogroup')).toHaveAccessibleName('Which region?');
  });
});

it('two cards of the same request in one root share no ids (A15)', async () => {
  const card = <AskUserDialog requestId="same" questions={[DATABASE]} />;
  const both = await island(
    <>
      <main>{card}</main>
      <aside>{card}</aside>
    </>,
  );
  expect([...both.querySelectorAll<HTMLElement>('main, aside')].map(strays)).toEqual([[], []]);
});
