import { fireEvent } from '@testing-library/react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { AskUserContextValue } from '../../../src/react/dialog/context.js';
import { AskUser, type QuestionInput } from '../../../src/react/index.js';
import type { PartName } from '../../../src/react/dialog/anatomy.js';

/** Names of the parts that a host can compose. */
export type PartKey = {
  [Key in keyof typeof AskUser]: Key extends 'Root' ? never : Key;
}[keyof typeof AskUser];

type Place = 'root' | 'card' | 'questions' | 'tabs' | 'question' | 'scroller' | 'options';

export interface PartRow {
  readonly at: Place;
  readonly element: string;
  readonly part: PartName;
  /** Props that the part requires. */
  readonly props?: Readonly<Record<string, unknown>>;
  /** Whether the part needs no request, and so never throws. */
  readonly free?: true;
  /** Element that the part can render with `asChild`. */
  readonly asChild?: 'section' | 'button';
  /** Brings the flow to a state in which the part is rendered. */
  readonly reach?: (ask: AskUserContextValue) => void;
  /** Name of the handler that the part calls, and a function that fires its event. */
  readonly answers?: readonly [handler: string, fire: (element: HTMLElement) => void];
}

const click = ['onClick', (element: HTMLElement) => element.click()] as const;
const key = (name: string, code: string) => (element: HTMLElement) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key: name, code, bubbles: true, cancelable: true }));
const write = ['onChange', (element: HTMLElement) => fireEvent.change(element, { target: { value: 'mine' } })] as const;
/** Presses the mouse. */
const down = (element: HTMLElement) =>
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }));
const tap = (element: HTMLElement) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));

const first = { index: 0 };
const option = { option: 0 };
const other = ({ intents }: AskUserContextValue) => intents.selectOption('q1', 'other');
const missing = ({ intents, store }: AskUserContextValue) => {
  intents.submit();
  intents.goTo(0);
  if (!store.getState().missing.includes(0)) throw new Error('Nothing is missing.');
};
const failed = ({ intents }: AskUserContextValue) => intents.cancel();

/**
 * Every part: what it renders, its place, and which event it handles. A part that is missing here fails a test.
 */
export const PARTS: Readonly<Record<PartKey, PartRow>> = {
  Card: { at: 'root', element: 'DIV', part: 'card', answers: ['onKeyDownCapture', key('1', 'Digit1')] },
  Body: { at: 'card', element: 'DIV', part: 'body', asChild: 'section' },
  Title: { at: 'card', element: 'H3', part: 'title' },
  Collapse: { at: 'card', element: 'BUTTON', part: 'collapse', asChild: 'button', answers: click },
  Questions: { at: 'card', element: 'DIV', part: 'questions', asChild: 'section' },
  Skeleton: { at: 'card', element: 'DIV', part: 'skeleton', free: true },
  TabList: { at: 'questions', element: 'DIV', part: 'tab-list', asChild: 'section' },
  Tab: { at: 'tabs', element: 'BUTTON', part: 'tab', props: { index: 1 }, answers: ['onMouseDown', down] },
  ReviewTab: { at: 'tabs', element: 'BUTTON', part: 'tab', answers: ['onMouseDown', down] },
  Question: { at: 'questions', element: 'DIV', part: 'panel', props: first },
  Review: { at: 'questions', element: 'DIV', part: 'panel' },
  Prompt: { at: 'question', element: 'DIV', part: 'prompt', asChild: 'section' },
  OptionsArea: { at: 'question', element: 'DIV', part: 'options-area', asChild: 'section' },
  OptionTools: { at: 'question', element: 'DIV', part: 'option-tools' },
  Scroller: { at: 'question', element: 'DIV', part: 'scroller', asChild: 'section' },
  MoreIndicator: { at: 'scroller', element: 'BUTTON', part: 'more-indicator', answers: click },
  Preview: { at: 'question', element: 'DIV', part: 'preview' },
  Options: { at: 'question', element: 'DIV', part: 'options' },
  Option: {
    at: 'options',
    element: 'LABEL',
    part: 'option',
    props: { option: 'other' },
    answers: ['onClickCapture', tap],
  },
  OptionControl: { at: 'options', element: 'BUTTON', part: 'control', props: option, answers: click },
  OptionLabel: { at: 'options', element: 'BDI', part: 'label', props: option },
  OptionDescription: { at: 'options', element: 'BDI', part: 'description', props: option },
  OptionKey: { at: 'options', element: 'KBD', part: 'key', props: option },
  Other: { at: 'question', element: 'DIV', part: 'other-field', asChild: 'section', reach: other },
  TextAnswer: { at: 'question', element: 'TEXTAREA', part: 'field', answers: write },
  Field: { at: 'question', element: 'TEXTAREA', part: 'field', answers: write },
  AnswerError: { at: 'question', element: 'P', part: 'answer-error', reach: missing },
  Notes: {
    at: 'question',
    element: 'DIV',
    part: 'notes',
    reach: ({ intents }) => intents.setNotes('q1', 'why'),
  },
  AskBack: {
    at: 'question',
    element: 'DIV',
    part: 'ask-back',
    reach: ({ intents }) => intents.setAskBack('q1', 'Why?'),
  },
  AskAbout: { at: 'question', element: 'BUTTON', part: 'question-action', asChild: 'button', answers: click },
  QuestionActions: { at: 'question', element: 'DIV', part: 'question-actions', asChild: 'section' },
  AddNote: { at: 'question', element: 'BUTTON', part: 'question-action', asChild: 'button', answers: click },
  Clear: {
    at: 'question',
    element: 'BUTTON',
    part: 'question-action',
    asChild: 'button',
    answers: click,
    reach: other,
  },
  Skip: { at: 'question', element: 'BUTTON', part: 'question-action', asChild: 'button', answers: click },
  SubmitPartial: {
    at: 'card',
    element: 'DIV',
    part: 'partial',
    reach: ({ intents }) => intents.setCustom('q2', 'web'),
  },
  DeliveryError: { at: 'card', element: 'DIV', part: 'error', reach: failed },
  Actions: { at: 'card', element: 'DIV', part: 'actions', asChild: 'section' },
  Submit: { at: 'card', element: 'BUTTON', part: 'button', asChild: 'button', answers: click },
  Cancel: { at: 'card', element: 'BUTTON', part: 'button', asChild: 'button', answers: click },
  Decline: { at: 'card', element: 'BUTTON', part: 'button', asChild: 'button', answers: click },
  Discuss: { at: 'card', element: 'BUTTON', part: 'button', asChild: 'button', answers: click },
  Back: {
    at: 'card',
    element: 'BUTTON',
    part: 'button',
    asChild: 'button',
    answers: click,
    reach: ({ intents }) => intents.goTo(1),
  },
  KeyHints: { at: 'card', element: 'P', part: 'key-hints' },
};

const QUESTIONS: readonly QuestionInput[] = [
  {
    question: 'Which one?',
    options: Array.from({ length: 20 }, (_, at) => ({ label: `Choice ${at}`, description: 'Why', preview: 'x' })),
  },
  { question: 'What is its name?' },
];

/** Renders the part inside everything that it requires. */
export function AroundPart({ at, it, more }: { at: Place; it: ReactElement; more: ReactNode }): ReactElement {
  const options = <AskUser.Options>{(position) => (position === 0 ? it : null)}</AskUser.Options>;
  const scroller = (
    <AskUser.Scroller>
      <AskUser.Options />
      {it}
    </AskUser.Scroller>
  );
  const inside = { question: it, scroller, options }[at as string];
  const questions = {
    questions: it,
    tabs: <AskUser.TabList>{it}</AskUser.TabList>,
  }[at as string];
  return (
    <AskUser.Root
      questions={QUESTIONS}
      allow={{ skip: true, decline: true, partial: true, discuss: true }}
      confirmCancel="multiple"
      onCancel={() => ({ ok: false })}
      onAskBack={() => 'So.'}
    >
      {more}
      {at === 'root' ? (
        it
      ) : (
        <AskUser.Card>
          {at === 'card' && it}
          {questions && <AskUser.Questions>{questions}</AskUser.Questions>}
          {inside && (
            <AskUser.Questions>
              <AskUser.Question index={0}>{inside}</AskUser.Question>
            </AskUser.Questions>
          )}
        </AskUser.Card>
      )}
    </AskUser.Root>
  );
}

const COMPONENTS = new Map(Object.entries(AskUser));

export const partOf = (name: PartKey): ComponentType<Record<string, unknown>> =>
  COMPONENTS.get(name) as ComponentType<Record<string, unknown>>;
