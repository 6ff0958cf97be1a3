import { act, render, screen } from '@testing-library/react';
import { createRef, StrictMode, useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import { describe, expect, it, vi } from 'vitest';
import { useAskUser, type QuestionInput } from '../../../src/react/index.js';
import { button, cleanUpAfterEach, field, heading, radio, tab } from '../../helpers/browser/card.js';
import { press, pressFast, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** A press that does not belong to the one before it. */
const LATER = { laterMs: 2000 };

type Ask = ReturnType<typeof useAskUser>;
type RootProps = Parameters<Ask['getRootProps']>[0];

interface OwnProps {
  root?: RootProps;
  field?: ComponentProps<'textarea'>;
  onCancel?: () => void;
  onSubmit?: () => void;
  /** Where the confirmation is rendered. */
  portal?: Element;
}

/** A UI with a question with options, a text question, and Review. */
function Own({ root = {}, field: fieldProps = {}, onCancel, onSubmit, portal }: OwnProps) {
  const ask = useAskUser([DATABASE, NAME], { onCancel, onSubmit, confirmCancel: 'always' });
  const { questions, review } = ask;
  const confirmation = ask.confirmation && (
    <div {...ask.confirmation.getDialogProps()}>
      <button {...ask.confirmation.getDismissProps()}>Go back</button>
    </div>
  );
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Questions', ...root })}>
      <div {...ask.getTabListProps()}>
        {questions.map(({ id, header, getTabProps }) => (
          <button key={id} {...getTabProps()}>
            {header}
          </button>
        ))}
        <button {...review?.getTabProps()}>Review</button>
      </div>
      {questions.map(({ id, question, options, ...own }, index) => (
        <section key={id} {...own.getPanelProps()}>
          <h3 {...own.getHeadingProps()}>{question}</h3>
          {options.map(({ key, label, getInputProps }) => (
            <label key={key}>
              <input {...getInputProps()} /> {label}
            </label>
          ))}
          <textarea {...own.getFieldProps({ 'aria-label': `Answer ${index + 1}`, ...fieldProps })} />
        </section>
      ))}
      <section {...review?.getPanelProps()}>
        <h3 {...review?.getHeadingProps()}>Your answers</h3>
      </section>
      <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
      {portal && confirmation ? createPortal(confirmation, portal) : confirmation}
    </div>
  );
}

const focus = () => document.activeElement;

describe('the root of useAskUser', () => {
  it.each(['Enter', 'Escape', '2', 'ArrowDown'])(
    'calls the host’s handler for %s first, and does nothing if that prevents the key',
    async (key) => {
      const onKeyDown = vi.fn<NonNullable<ComponentProps<'div'>['onKeyDown']>>((event) => {
        expect(event.defaultPrevented).toBe(false);
        event.preventDefault();
      });
      render(<Own root={{ onKeyDown }} />);
      radio('PostgreSQL').focus();
      await press(key);
      expect(onKeyDown).toHaveBeenCalledOnce();
      expect([screen.queryByRole('dialog'), screen.queryAllByRole('radio', { checked: true })]).toEqual([null, []]);
      expect(focus()).toBe(radio('PostgreSQL'));
    },
  );

  it('leaves Escape to an element inside that uses it', async () => {
    render(<Own field={{ onKeyDown: (event) => event.preventDefault() }} />);
    field('Answer 1').focus();
    await press('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
    radio('SQLite').focus();
    await press('Escape');
    expect(focus()).toBe(button('Go back'));
  });

  it('also passes its element to the host’s ref', () => {
    const object = createRef<HTMLElement>();
    const calls = vi.fn();
    const first = render(<Own root={{ ref: object }} />);
    expect(object.current).toBe(screen.getByRole('region', { name: 'Questions' }));
    first.unmount();
    expect(object.current).toBeNull();
    const { unmount } = render(<Own root={{ ref: (element) => void calls(element) }} />);
    expect(calls.mock.lastCall).toEqual([screen.getByRole('region', { name: 'Questions' })]);
    unmount();
    expect(calls.mock.lastCall).toEqual([null]);
  });

  it('may be rendered later than the hook, and again', async () => {
    function Late() {
      const [isShown, setShown] = useState(false);
      const ask = useAskUser([DATABASE], { confirmCancel: 'always' });
      return (
        <>
          <button onClick={() => setShown(!isShown)}>Toggle</button>
          {isShown && (
            <div {...ask.getRootProps({ 'aria-label': 'Question' })}>
              <input aria-label="SQLite" {...ask.questions[0]?.options[1]?.getInputProps()} />
              {ask.confirmation && (
                <div {...ask.confirmation.getDialogProps()}>
                  <button {...ask.confirmation.getDismissProps()}>Go back</button>
                </div>
              )}
            </div>
          )}
        </>
      );
    }
    render(<Late />);
    for (let times = 0; times < 2; times++) {
      await mouseClick(button('Toggle'));
      radio('SQLite').focus();
      await press('Escape');
      expect(focus()).toBe(button('Go back'));
      await press('Escape');
      expect(focus()).toBe(radio('SQLite'));
      await mouseClick(button('Toggle'));
    }
  });
});

describe('the focus of useAskUser', () => {
  const Native = ({ questions = [DATABASE], ...options }: { questions?: QuestionInput[]; requestId?: string }) => {
    const { questions: models, confirmation, ...ask } = useAskUser(questions, { confirmCancel: 'always', ...options });
    return (
      <div {...ask.getRootProps()}>
        {models.map(({ id, question, options: all, ...own }) => (
          <section key={id} {...own.getPanelProps()}>
            <h3 {...own.getHeadingProps()}>{question}</h3>
            {all.map(({ key, label, getInputProps }) => (
              <label key={key}>
                <input {...getInputProps()} /> {label}
              </label>
            ))}
            {own.isFieldShown && <textarea {...own.getFieldProps()} />}
          </section>
        ))}
        <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
        {confirmation && (
          <dialog {...confirmation.getDialogProps()}>
            <button {...confirmation.getDismissProps()}>Go back</button>
          </dialog>
        )}
      </div>
    );
  };

  it('returns to the field each time a <dialog> closes', async () => {
    render(
      <StrictMode>
        <Native />
      </StrictMode>,
    );
    await mouseClick(radio('Other'));
    await typeKeys('Port ');
    for (let times = 0; times < 3; times++) {
      await press('Escape');
      expect(focus()).toBe(button('Go back'));
      await press('Escape');
      expect(focus()).toBe(field('Your answer'));
    }
    await typeKeys('1');
    expect([field('Your answer').value, focus()]).toEqual(['Port 1', field('Your answer')]);
  });

  it('moves to the question of a request that replaces the first one, where no stray key answers [R-NOPHANTOM]', async () => {
    const onSubmit = vi.fn();
    const drop = { question: 'Drop the database?', options: ['Yes', 'No'] };
    const table = { question: 'Which table is deleted?' };
    function Page({ requestId, question }: { requestId: string; question: QuestionInput }) {
      return <Native questions={[question]} {...{ requestId, onSubmit }} />;
    }
    const { rerender } = render(<Page requestId="r1" question={NAME} />);
    field(/name of the service/).focus();
    await typeKeys('my-ser');
    rerender(<Page requestId="r2" question={table} />);
    expect(focus()).toBe(heading('Which table is deleted?'));
    for (const key of ['v', 'i', 'Enter']) await press(key);
    expect([field(/Which table/).value, onSubmit.mock.calls]).toEqual(['', []]);
    field(/Which table/).focus();
    rerender(<Page requestId="r3" question={drop} />);
    expect(focus()).toBe(heading('Drop the database?'));
    for (const key of ['1', 'Enter', 'Enter']) await press(key);
    expect([screen.queryAllByRole('radio', { checked: true }), onSubmit.mock.calls]).toEqual([[], []]);
  });

  it('leaves a reused field without a heading to go to, so that typing reaches no other question [R-NOPHANTOM]', async () => {
    function Bare({ requestId, question }: { requestId: string; question: string }) {
      const ask = useAskUser([{ question }], { requestId });
      return (
        <div {...ask.getRootProps()}>
          <textarea {...ask.questions[0]?.getFieldProps({ 'aria-label': 'Answer' })} />
        </div>
      );
    }
    const { rerender } = render(<Bare requestId="r1" question="Name?" />);
    field('Answer').focus();
    await typeKeys('or');
    rerender(<Bare requestId="r2" question="Which table is deleted?" />);
    await typeKeys('ders');
    expect(field('Answer').value).toBe('');
  });

  it('leaves the focus elsewhere when another request arrives', async () => {
    const page = (requestId: string, question: QuestionInput) => (
      <>
        <Native questions={[question]} requestId={requestId} />
        <button>Elsewhere</button>
      </>
    );
    const { rerender } = render(page('r1', NAME));
    field(/name of the service/).focus();
    button('Elsewhere').focus();
    rerender(page('r2', DATABASE));
    expect(focus()).toBe(button('Elsewhere'));
  });
});

describe('the elements of useAskUser', () => {
  it('a click on Other moves focus to its field, and Space does not', async () => {
    render(<Own />);
    radio('Other').focus();
    await press(' ');
    expect([radio('Other'), focus()]).toEqual([expect.objectContaining({ checked: true }), radio('Other')]);
    await mouseClick(radio('SQLite'));
    await mouseClick(radio('Other'));
    expect(focus()).toBe(field('Answer 1'));
  });

  it('a tab that gets focus is shown, and arrows wrap', async () => {
    render(<Own />);
    tab('Name').focus();
    expect(await screen.findByRole('heading', { name: /name of the service/ })).toBeTruthy();
    await press('ArrowLeft');
    await press('ArrowLeft');
    expect([focus(), heading('Your answers').checkVisibility()]).toEqual([tab('Review, 0 of 2 answered'), true]);
  });

  it('the second click of a double click on Review does not submit [R-ONCE]', async () => {
    const onSubmit = vi.fn();
    render(<Own onSubmit={onSubmit} />);
    await mouseClick(radio('SQLite'));
    const primary = () => button(/Next|^Review|Submit/);
    await mouseClick(tab('Name'));
    field(/name of the service/).focus();
    await press('x');
    primary().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await expect.poll(() => primary().textContent).toBe('Submit answers');
    primary().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await expect.poll(() => focus()).toBe(heading('Your answers'));
    expect(onSubmit).not.toHaveBeenCalled();
    primary().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  });

  it('a confirmation in a portal gets focus, and returns it by a double Enter that selects nothing', async () => {
    const portal = document.body.appendChild(document.createElement('div'));
    render(<Own portal={portal} />);
    radio('SQLite').focus();
    await press('Escape');
    expect(portal.contains(focus())).toBe(true);
    await pressFast('Enter', 2);
    expect([focus(), screen.queryAllByRole('radio', { checked: true })]).toEqual([radio('SQLite'), []]);
    await press('Enter', LATER);
    expect(screen.getAllByRole('radio', { checked: true })).toEqual([radio('SQLite')]);
    portal.remove();
  });
});

describe('many questions of useAskUser [R-MANY]', () => {
  function Many({ count }: { count: number }) {
    const ask = useAskUser(
      Array.from({ length: count }, (_, index) => ({ ...DATABASE, header: `Topic ${index + 1}` })),
    );
    return (
      <div {...ask.getRootProps()}>
        <output>{JSON.stringify(ask.progress)}</output>
        {ask.questions.map(({ id, question, getPanelProps, getHeadingProps, choose }) => (
          <div key={id} {...getPanelProps({ role: undefined, 'aria-labelledby': undefined })}>
            <h3 {...getHeadingProps()}>{question}</h3>
            <button onClick={() => choose(0)}>Choose</button>
          </div>
        ))}
        <button {...ask.getButtonProps('nextUnanswered')}>{ask.messages.nextUnanswered}</button>
        <button onClick={() => ask.nextUnanswered()}>Quietly</button>
        <button onClick={() => ask.goTo('review')}>Review</button>
      </div>
    );
  }
  const progress = () => JSON.parse(screen.getByRole('status').textContent ?? '');
  const next = () => screen.getByRole('button', { name: 'Next unanswered' });
  const shown = () => document.querySelector(':not([hidden]) > h3');

  it('goes to the next unanswered question, and states the position', async () => {
    render(<Many count={12} />);
    expect(progress()).toEqual({ answered: 0, total: 12, position: 1 });
    next().focus();
    await press('Enter');
    expect(progress().position).toBe(2);
    expect(shown()).toHaveFocus();
    expect(screen.queryByRole('tabpanel')).toBeNull();
    await act(async () => screen.getByRole('button', { name: 'Review' }).click());
    expect(progress().position).toBe(13);
    const quiet = screen.getByRole('button', { name: 'Quietly' });
    quiet.focus();
    await press('Enter');
    expect(progress().position).toBe(1);
    expect(quiet).toHaveFocus();
  });

  it('does nothing, and its button is disabled, if no other question needs an answer', async () => {
    render(<Many count={2} />);
    await act(async () => screen.getByRole('button', { name: 'Choose' }).click());
    await act(async () => next().click());
    expect(progress()).toEqual({ answered: 1, total: 2, position: 2 });
    expect(next()).toHaveAttribute('aria-disabled', 'true');
    next().focus();
    await press('Enter');
    expect(next()).toHaveFocus();
    await act(async () => screen.getByRole('button', { name: 'Quietly' }).click());
    expect(progress().position).toBe(2);
  });
});
