import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createAskUserStore, parseRequest } from '../../../src/core/index.js';
import { AskUser, useAskUser, type QuestionInput } from '../../../src/react/index.js';
import type { AskUserRootProps } from '../../../src/react/dialog/parts/root.js';
import { useAskUserContext } from '../../../src/react/dialog/use-ask-user-context.js';
import type { AskUserActions } from '../../../src/react/engine/actions.js';
import { draftKey, writeDrafts } from '../../../src/react/drafts/saved-drafts.js';
import { button, cleanUpAfterEach, field, focused, frame, heading, loaded, radio } from '../../helpers/browser/card.js';
import { press } from '../../helpers/browser/keys.js';
import { FEATURES, THREE } from '../../helpers/browser/questions.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

type Props = Omit<AskUserRootProps, 'questions' | 'children'> & { questions?: readonly QuestionInput[] };

let actions: AskUserActions;

const Actions = () => {
  const now = useAskUserContext();
  useLayoutEffect(() => {
    actions = now;
  });
  return null;
};

const Dialog = (props: Props) => (
  <AskUser.Root questions={THREE} {...props}>
    <Actions />
    <AskUser.Card>
      <AskUser.Body>
        <AskUser.Title />
        <AskUser.Questions />
        <AskUser.Actions />
      </AskUser.Body>
    </AskUser.Card>
  </AskUser.Root>
);

/** Renders every panel, or that of the shown question only. */
function Hook({ questions = THREE, isAll, ...options }: Props & { isAll: boolean }) {
  const ask = useAskUser(questions, options);
  useLayoutEffect(() => {
    actions = ask;
  });
  const { review } = ask;
  return (
    <div {...ask.getRootProps()}>
      {ask.questions.map(
        ({ id, question, options: all, isShown, isFieldShown, ...own }) =>
          (isAll || isShown) && (
            <div key={id} {...own.getPanelProps()}>
              <h3 {...own.getHeadingProps()}>{question}</h3>
              {all.map(({ key, label, getInputProps }) => (
                <label key={key}>
                  <input {...getInputProps()} /> {label}
                </label>
              ))}
              {isFieldShown && <textarea {...own.getFieldProps()} />}
            </div>
          ),
      )}
      {review && (isAll || review.isShown) && (
        <div {...review.getPanelProps()}>
          <h3 {...review.getHeadingProps()}>{ask.messages.reviewTitle}</h3>
        </div>
      )}
      {ask.restored && <button onClick={ask.restored.toggle}>{ask.restored.getTexts({})[1]}</button>}
      <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
    </div>
  );
}

const UIS: readonly [ui: string, page: (props: Props) => ReactElement][] = [
  ['the dialog', (props) => <Dialog {...props} />],
  ['the hook with every panel', (props) => <Hook isAll {...props} />],
  ['the hook with the shown panel', (props) => <Hook isAll={false} {...props} />],
];

/** A storage with drafts of an earlier visit, in which the question with this index was shown. */
function visited(active: number): Props {
  const parsed = parseRequest({ questions: THREE });
  if (!parsed.ok) throw new Error('The questions are valid.');
  const store = createAskUserStore(parsed.value);
  store.dispatch({ type: 'selectOption', questionId: parsed.value.questions[0]!.id, option: 1 });
  store.dispatch({ type: 'goTo', to: active });
  const kept = new Map([[draftKey('r1'), writeDrafts(store.getState(), undefined)]]);
  const draftStorage = {
    get: (key: string) => kept.get(key),
    set: (key: string, text: string) => void kept.set(key, text),
    remove: (key: string) => void kept.delete(key),
  };
  return { requestId: 'r1', draftStorage };
}

interface Change {
  what: string;
  first?: () => Props;
  change: (update: (props: Props) => void) => unknown;
  /** What has focus afterwards: the heading of a question, or that of the dialog. */
  to: RegExp;
  /** Whether the buttons belong to another request afterwards. */
  isNew?: boolean;
}

const NAMED = THREE.map((question, index) => ({ ...question, id: `own${index}` }));

const CHANGES: readonly Change[] = [
  { what: 'drafts are restored', first: () => visited(1), change: loaded, to: /Which features/ },
  {
    what: 'drafts are restored, at a question without options',
    first: () => visited(2),
    change: loaded,
    to: /name of/,
  },
  { what: 'drafts are restored, on Review', first: () => visited(3), change: loaded, to: /Check your answers/ },
  {
    what: 'restored drafts are removed',
    first: () => visited(2),
    async change() {
      await loaded();
      const startOver = await screen.findByRole('button', { name: 'Start over' });
      await act(async () => startOver.click());
    },
    to: /Which database/,
  },
  { what: 'the host shows Review', change: () => actions.goTo('review'), to: /Check your answers/ },
  { what: 'the host shows the next question', change: () => actions.next(), to: /Which features/ },
  {
    what: 'the host submits, and the second answer is missing',
    first: () => visited(0),
    async change() {
      await loaded();
      actions.submit();
    },
    to: /Which features/,
  },
  {
    what: 'the shown question is removed',
    first: () => ({ questions: NAMED }),
    change: (update) => update({ questions: NAMED.slice(1) }),
    to: /Which features|^title 2 questions/,
  },
  {
    what: 'the shown question is removed during streaming',
    first: () => ({ questions: NAMED, streaming: true }),
    change: (update) => update({ questions: NAMED.slice(1), streaming: true }),
    to: /Which features|^title Question/,
  },
  {
    what: 'another request arrives',
    first: () => ({ requestId: 'a' }),
    change: (update) => update({ requestId: 'b', questions: [FEATURES] }),
    to: /Which features|^title Question/,
    isNew: true,
  },
];

const besideButton = (page: ReactElement) => (
  <>
    <button type="button">Elsewhere</button>
    {page}
  </>
);

describe.each(UIS)('%s, if what is shown changes without the user', (_, page) => {
  const start = ({ first }: Change) => {
    const { rerender } = render(besideButton(page(first?.() ?? {})));
    return (props: Props) => rerender(besideButton(page(props)));
  };
  const run = async ({ change }: Change, update: (props: Props) => void) => {
    await change(update);
    await frame();
  };

  describe.each(CHANGES)('because $what', (row) => {
    it.each([
      ['its heading', () => heading(/Which database/)],
      ['an option', () => radio('SQLite')],
    ])('moves focus from %s', async (_from, from) => {
      const update = start(row);
      from().focus();
      await run(row, update);
      expect(focused()).toMatch(row.to);
      expect(document.activeElement).toBeVisible();
    });

    it('leaves focus on an element that stays', async () => {
      const update = start(row);
      button('Next').focus();
      await run(row, update);
      expect(focused()).toMatch(row.isNew ? row.to : /^button/);
    });

    it('leaves focus elsewhere, also after the page itself had it', async () => {
      const update = start(row);
      radio('SQLite').focus();
      radio('SQLite').blur();
      button('Elsewhere').focus();
      await run(row, update);
      expect(focused()).toBe('button Elsewhere');
    });
  });

  it('ignores a key that was meant for the question before [R-NOPHANTOM]', async () => {
    const row = { what: '', first: () => visited(1), change: loaded, to: /Which features/ };
    const update = start(row);
    radio('SQLite').focus();
    await run(row, update);
    for (const key of ['1', ' ', 'Enter']) await press(key, { laterMs: -1000 });
    expect(focused()).toMatch(row.to);
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  });

  it('leaves focus where the user has answered before the drafts are restored', async () => {
    const row = { what: '', first: () => visited(1), change: loaded, to: /./ };
    const update = start(row);
    radio('MongoDB').focus();
    radio('MongoDB').click();
    await run(row, update);
    expect(document.activeElement).toBe(radio('MongoDB'));
    expect(radio('MongoDB')).toBeChecked();
  });
});

it('a dock that replaced the focused composer moves focus to the restored question', async () => {
  const kept = visited(1);
  function Chat({ asks }: { asks: boolean }) {
    const composer = useRef<HTMLTextAreaElement>(null);
    return (
      <>
        <textarea aria-label="Message" ref={composer} />
        {asks && <Dialog {...kept} presentation="dock" composerRef={composer} />}
      </>
    );
  }
  const { rerender } = render(<Chat asks={false} />);
  field('Message').focus();
  rerender(<Chat asks />);
  expect(focused()).toBe('control PostgreSQL');
  await loaded();
  await frame();
  expect(focused()).toMatch(/Which features/);
});
