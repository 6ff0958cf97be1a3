// Compiled, never run: the parts, their props and what their refs point at.
import { createRef } from 'react';
import {
  AskUser,
  AskUserCard,
  AskUserOption,
  AskUserRoot,
  useAskUserContext,
  useQuestion,
  type AskUserAction,
  type AskUserEvent,
  type AskUserOptionsProps,
  type AskUserStore,
  type Draft,
  type Question,
} from 'react-ask-user';
import { askUserQuestion } from 'react-ask-user/dialects';
import { expectType } from './expect-type.js';

export const refs = (
  <>
    <AskUser.Card ref={createRef<HTMLDivElement>()} />
    <AskUser.Title ref={createRef<HTMLHeadingElement>()} />
    <AskUser.Tab index={0} ref={createRef<HTMLButtonElement>()} />
    <AskUser.Option option={0} ref={createRef<HTMLLabelElement>()} />
    <AskUser.Field ref={createRef<HTMLTextAreaElement>()} />
    <AskUser.Submit ref={createRef<HTMLButtonElement>()} />
    {/* @ts-expect-error a button is no `<div>` */}
    <AskUser.Submit ref={createRef<HTMLDivElement>()} />
  </>
);

export const props = (
  <AskUser.Root
    dialect={askUserQuestion}
    input="{}"
    onSubmit={(wire) => expectType<Record<string, string>>(wire.answers)}
    messages={{ submit: 'Ship it' }}
  >
    <AskUser.Options className="mine">
      {(option) => {
        expectType<number | 'other'>(option);
        return <AskUser.Option key={option} option={option} />;
      }}
    </AskUser.Options>
    <AskUser.Option option="other" />
    <AskUser.Submit asChild>
      <a href="#send">Send</a>
    </AskUser.Submit>
    {/* @ts-expect-error an option is a position, never its text */}
    <AskUser.Option option="PostgreSQL" />
    {/* @ts-expect-error which one? */}
    <AskUser.Option />
    {/* @ts-expect-error which question? */}
    <AskUser.Question />
    {/* @ts-expect-error what is typed is the flow's */}
    <AskUser.Field value="mine" />
    {/* @ts-expect-error a group has no value of its own */}
    <AskUser.Options defaultValue="0" />
    {/* @ts-expect-error the options are drawn one by one */}
    <AskUser.Options>text</AskUser.Options>
  </AskUser.Root>
);

export const questions = (
  <>
    <AskUser.Questions>
      {(question, index) => {
        expectType<Question>(question);
        return <AskUser.Question index={index} />;
      }}
    </AskUser.Questions>
    <AskUser.Questions>
      <AskUser.Question index={0} />
    </AskUser.Questions>
    {/* @ts-expect-error a question is an element, not the question itself */}
    <AskUser.Questions>{(question) => question}</AskUser.Questions>
  </>
);

/** An option without any part. */
export function Tile({ option }: { option: number | 'other' }) {
  const { question, draft, isSelected, getOptionProps, toggleOption } = useQuestion();
  expectType<Draft>(draft);
  expectType<boolean>(isSelected('other'));
  toggleOption(option);
  // @ts-expect-error an option is a position, never its text
  toggleOption('PostgreSQL');
  return <button {...getOptionProps(option, { className: 'tile' })}>{question.question}</button>;
}

export function Progress() {
  const ask = useAskUserContext();
  expectType<AskUserStore>(ask.store);
  ask.store.dispatch({ type: 'setOptions', options: { allowSkip: true } } satisfies AskUserAction);
  ask.intents.goTo(0);
  // @ts-expect-error focus and keys are the card's own
  return ask.controls;
}

export const events = (
  <AskUser.Root
    questions={[]}
    onEvent={(event) => {
      expectType<AskUserEvent>(event);
      expectType<string>(event.requestId);
      if (event.type === 'chosen') expectType<number | 'other'>(event.option);
      if (event.type === 'refused') expectType<readonly number[]>(event.missing);
      // @ts-expect-error only a choice has an option
      return event.option;
    }}
  />
);

// Under their flat names they are the same components.
expectType<typeof AskUser.Root>(AskUserRoot);
expectType<typeof AskUser.Card>(AskUserCard);
expectType<typeof AskUser.Option>(AskUserOption);
expectType<AskUser.OptionsProps>({} satisfies AskUserOptionsProps);
