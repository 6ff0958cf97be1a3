import { render, screen } from '@testing-library/react';
import { Component, StrictMode, useSyncExternalStore, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  AskUser,
  useAskUserContext,
  useQuestion,
  type OptionRef,
  type QuestionInput,
  type UseAskUserContextReturn,
} from '../../../src/react/index.js';
import { button, card, cleanUpAfterEach, click, frame, heading, tab } from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

/** An option that is built only from the props of `useQuestion`. */
function Tile({ option }: { option: OptionRef }) {
  const tile = useQuestion().options.find(({ index }) => index === option);
  return (
    <button {...tile?.getControlProps({ className: 'tile' })} data-selected={tile?.isSelected}>
      {tile?.isOther ? 'Something else' : tile?.label}
    </button>
  );
}

const Tiles = () => (
  <>
    <AskUser.Prompt />
    <AskUser.Options>{(option) => <Tile key={option} option={option} />}</AskUser.Options>
    <AskUser.Other />
    <AskUser.AnswerError />
  </>
);

const TypedAnswer = () => (
  <>
    <AskUser.Prompt />
    <AskUser.TextAnswer />
  </>
);

const renderTiles = (
  questions: readonly QuestionInput[],
  onSubmit: (output: unknown) => void,
  more: { readonly advanceOnChoose?: boolean } = {},
) =>
  render(
    <StrictMode>
      <button type="button">Before</button>
      <AskUser.Root questions={questions} onSubmit={onSubmit} {...more}>
        <AskUser.Card>
          <AskUser.Body>
            <AskUser.Questions>
              {(question, index) => (
                <AskUser.Question index={index}>
                  {question.options.length > 0 ? <Tiles /> : <TypedAnswer />}
                </AskUser.Question>
              )}
            </AskUser.Questions>
            <AskUser.Actions />
          </AskUser.Body>
        </AskUser.Card>
      </AskUser.Root>
    </StrictMode>,
  );

const named = () => document.activeElement?.textContent;
const selected = () =>
  [...document.querySelectorAll('.tile[aria-checked="true"]')]
    .filter((tile) => tile.checkVisibility())
    .map(({ textContent }) => textContent);

/** The hints as they are read: keys, then their actions. */
async function hints(): Promise<string[]> {
  await frame();
  return [...card().querySelectorAll('[data-ask-user="key-hints"] > span')].map(({ textContent }) => textContent);
}

describe('an option that a host renders from scratch', () => {
  it('is a radio, selected by arrows, digits, Enter, Space and a click, with one tab stop', async () => {
    const onSubmit = vi.fn();
    renderTiles([DATABASE], onSubmit);
    expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'PostgreSQL',
      'SQLite',
      'MongoDB',
      'Something else',
    ]);
    button('Before').focus();
    await press('Tab');
    expect([named(), selected()]).toEqual(['PostgreSQL', []]);
    expect(await hints()).toEqual(['↑↓↵choose', 'esccancel']);
    await press('ArrowDown');
    expect([named(), selected()]).toEqual(['SQLite', ['SQLite']]);
    expect(await hints()).toEqual(['↵submit', '↑↓choose', 'esccancel']);
    await press('3');
    expect([named(), selected()]).toEqual(['MongoDB', ['MongoDB']]);
    await press('ArrowUp');
    await press('Tab', { shift: true });
    await press('Tab');
    expect([named(), selected()]).toEqual(['SQLite', ['SQLite']]);
    await mouseClick(screen.getByRole('radio', { name: 'PostgreSQL' }));
    expect([named(), selected()]).toEqual(['PostgreSQL', ['PostgreSQL']]);
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'PostgreSQL' }] });
  });

  it('is selected by Space and by a first Enter', async () => {
    renderTiles([DATABASE], vi.fn());
    screen.getByRole('radio', { name: 'SQLite' }).focus();
    await press('Enter');
    expect(selected()).toEqual(['SQLite']);
    screen.getByRole('radio', { name: 'MongoDB' }).focus();
    await press(' ');
    expect([named(), selected()]).toEqual(['MongoDB', ['MongoDB']]);
  });

  it('is a checkbox in a multi-select question', async () => {
    const onSubmit = vi.fn();
    renderTiles([FEATURES], onSubmit);
    screen.getByRole('checkbox', { name: 'Accounts' }).focus();
    await press(' ');
    await press('3');
    await press('1');
    expect([named(), selected()]).toEqual(['Accounts', ['Admin pages']]);
    expect(await hints()).toEqual(['↵submit', 'spacetoggle', 'esccancel']);
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: ['Admin pages'] }] });
  });

  it('opens Other’s field with focus in it, by digit and by click, if it is Other', async () => {
    const onSubmit = vi.fn();
    renderTiles([DATABASE], onSubmit);
    await mouseClick(screen.getByRole('radio', { name: 'Something else' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    await typeKeys('CockroachDB');
    await click(screen.getByRole('radio', { name: 'SQLite' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('0');
    expect(screen.getByRole('textbox')).toHaveFocus();
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'CockroachDB', wasCustom: true }] });
  });

  it.each([
    ['a click', () => mouseClick(screen.getByRole('radio', { name: 'SQLite' }))],
    ['Space', () => press(' ')],
    ['a digit', () => press('2')],
  ])('shows the next question after %s with `advanceOnChoose` [R-FOLLOW]', async (what, act) => {
    renderTiles([DATABASE, NAME], vi.fn(), { advanceOnChoose: true });
    if (what === 'Space') screen.getByRole('radio', { name: 'SQLite' }).focus();
    else heading(/Which database/).focus();
    await act();
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Name');
    await mouseClick(button('Back'));
    expect(selected()).toEqual(['SQLite']);
  });

  it('stays at the question after an arrow key with `advanceOnChoose` [R-FOLLOW]', async () => {
    renderTiles([DATABASE, NAME], vi.fn(), { advanceOnChoose: true });
    screen.getByRole('radio', { name: 'PostgreSQL' }).focus();
    await press('ArrowDown');
    expect(selected()).toEqual(['SQLite']);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Database');
  });

  it('calls the host’s handler first, and does nothing after `preventDefault()`', async () => {
    const Locked = () => {
      const [locked] = useQuestion().options;
      return <button {...locked?.getControlProps({ onClick: (event) => event.preventDefault() })}>Locked</button>;
    };
    render(
      <AskUser.Root questions={[DATABASE]}>
        <AskUser.Card>
          <AskUser.Questions>
            {(_, index) => (
              <AskUser.Question index={index}>
                <AskUser.Options>{(option) => option === 0 && <Locked key={option} />}</AskUser.Options>
              </AskUser.Question>
            )}
          </AskUser.Questions>
        </AskUser.Card>
      </AskUser.Root>,
    );
    await mouseClick(screen.getByRole('radio', { name: 'Locked' }));
    expect(screen.getByRole('radio')).not.toBeChecked();
  });
});

describe('AskUser.Questions with a function', () => {
  it('renders each question, with tabs and Review around them [R-TABS]', async () => {
    const onSubmit = vi.fn();
    renderTiles([DATABASE, NAME], onSubmit);
    expect(screen.getAllByRole('tab')).toHaveLength(3);
    screen.getByRole('radio', { name: 'SQLite' }).focus();
    await press('2');
    await press('Enter');
    expect(screen.getByRole('textbox', { name: /name of the service/ })).toHaveFocus();
    await typeKeys('orders');
    await mouseClick(tab(/Review/));
    expect(heading('Check your answers')).toBeVisible();
    await click(button('Submit answers'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'SQLite' }, { answer: 'orders' }] });
  });

  it('keeps every element when more questions arrive [R-STREAM]', async () => {
    const page = (questions: readonly QuestionInput[], streaming: boolean) => (
      <AskUser.Root questions={questions} streaming={streaming} requestId="r1">
        <AskUser.Card>
          <AskUser.Questions>
            {(_, index) => (
              <AskUser.Question index={index}>
                <Tiles />
              </AskUser.Question>
            )}
          </AskUser.Questions>
        </AskUser.Card>
      </AskUser.Root>
    );
    const { rerender } = render(page([DATABASE, FEATURES], true));
    const tile = screen.getByRole('radio', { name: 'SQLite' });
    tile.focus();
    await press('2');
    rerender(page([DATABASE, FEATURES], false));
    expect(screen.getByRole('radio', { name: 'SQLite' })).toBe(tile);
    expect([document.activeElement, selected()]).toEqual([tile, ['SQLite']]);
  });
});

describe('useQuestion', () => {
  it('renders only for its question, and returns the issue that a refused submit found', async () => {
    const onRender = vi.fn<(header: string, issue: unknown) => void>();
    const Watch = () => {
      const { header, draft, issue, setNotes, options } = useQuestion();
      onRender(header, issue);
      return (
        <button type="button" onClick={() => setNotes('hm')}>
          {`note ${header} ${draft.notes} ${options.length}`}
        </button>
      );
    };
    render(
      <AskUser.Root questions={[DATABASE, { ...NAME }]}>
        <AskUser.Card>
          <AskUser.Questions>
            {(_, index) => (
              <AskUser.Question index={index}>
                <Watch />
              </AskUser.Question>
            )}
          </AskUser.Questions>
          <AskUser.Submit />
        </AskUser.Card>
      </AskUser.Root>,
    );
    await mouseClick(tab('Name'));
    onRender.mockClear();
    await click(button('note Name 0'));
    expect(button('note Name hm 0')).toBeVisible();
    expect(onRender.mock.calls).toEqual([['Name', undefined]]);
    await mouseClick(button('Review'));
    await mouseClick(button('Submit answers'));
    expect(onRender).toHaveBeenCalledWith('Database', {
      code: 'unanswered',
      message: 'Choose an option, or type your answer under Other.',
    });
    expect(onRender).toHaveBeenCalledWith('Name', { code: 'unanswered', message: 'Type your answer.' });
  });

  it('returns the question with an ID anywhere in the root, and chooses its options', async () => {
    const Elsewhere = ({ id }: { id: string }) => {
      const question = useQuestion(id);
      if (!question) return <p>{`no ${id}`}</p>;
      const { options, choose } = question;
      const chosen = options.filter(({ isSelected }) => isSelected).map(({ label }) => label);
      return (
        <>
          <p>{`${question.header}: ${chosen.join()}`}</p>
          <button onClick={() => choose(1)}>toggle</button>
          <button onClick={() => options[2] && choose(options[2], true)}>select</button>
          <button onClick={() => choose('other', false)}>deselect</button>
        </>
      );
    };
    const page = (question: QuestionInput) => (
      <AskUser.Root questions={[{ ...question, id: 'it' }]} requestId={question.header}>
        <AskUser.Card>
          <Elsewhere id="it" />
          <Elsewhere id="that" />
        </AskUser.Card>
      </AskUser.Root>
    );
    const { rerender } = render(page(FEATURES));
    expect(screen.getByText('no that')).toBeVisible();
    for (const name of ['toggle', 'select', 'select', 'deselect']) await click(button(name));
    expect(screen.getByText('Features: REST API,Admin pages')).toBeVisible();
    await click(button('toggle'));
    expect(screen.getByText('Features: Admin pages')).toBeVisible();
    rerender(page(DATABASE));
    for (const name of ['toggle', 'toggle', 'deselect']) await click(button(name));
    expect(screen.getByText('Database: SQLite')).toBeVisible();
  });
});

describe('useAskUserContext', () => {
  it('returns one object per request, and a part of the host reads the state from its store', async () => {
    const values = new Set<UseAskUserContextReturn>();
    const Progress = () => {
      const ask = useAskUserContext();
      values.add(ask);
      const { store, goTo, messages } = ask;
      const active = useSyncExternalStore(store.subscribe, () => store.getState().active);
      return (
        <button type="button" onClick={() => goTo((active === 0 && store.getState().request.questions[1]) || 'review')}>
          {`at ${active}, ${messages.asker}, ${messages.cancel}`}
        </button>
      );
    };
    const page = (requestId: string) => (
      <AskUser.Root questions={[DATABASE, NAME]} requestId={requestId} messages={{ cancel: 'Not now' }}>
        <AskUser.Card>
          <Progress />
        </AskUser.Card>
      </AskUser.Root>
    );
    const { rerender } = render(page('r1'));
    await click(button(/^at 0/));
    await click(button('at 1, Assistant, Not now'));
    expect(button(/^at 2/)).toBeVisible();
    rerender(page('r1'));
    expect(values.size).toBe(1);
    rerender(page('r2'));
    expect(button(/^at 0/)).toBeVisible();
    expect(values.size).toBe(2);
  });
});

class Caught extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return 'error' in this.state ? String(this.state.error) : this.props.children;
  }
}

const WithoutRoot = () => <>{useAskUserContext().messages.cancel}</>;
const WithoutQuestion = () => <>{useQuestion().id}</>;

it.each([
  ['useAskUserContext', /useAskUserContext\(\) .*<AskUser\.Root>.*Call it in a component inside/, WithoutRoot],
  ['useQuestion', /useQuestion\(\) .*<AskUser\.Question>.*Call it in a component inside/, WithoutQuestion],
])('%s throws an error with advice outside its provider', (_, advice, Lost) => {
  const { container } = render(
    <Caught>
      <Lost />
    </Caught>,
    { onCaughtError: () => {} },
  );
  expect(container.textContent).toMatch(advice);
});
