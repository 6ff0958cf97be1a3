// Compiled, never run: the parts, their props, and the elements of their refs.
import { createRef, type ComponentProps } from 'react';
import { AskUser, useAskUserContext, useQuestion, type AskUserEvent, type Question } from 'react-ask-user';
import type { AskUserAction, AskUserStore, Draft } from 'react-ask-user/core';
import { AskUserCard, AskUserOption, type AskUserOptions, AskUserRoot } from 'react-ask-user/parts';
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
    {/* @ts-expect-error the element is a `<button>` */}
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
    {/* @ts-expect-error an option is an index or `other`, not a label */}
    <AskUser.Option option="PostgreSQL" />
    {/* @ts-expect-error `option` is required */}
    <AskUser.Option />
    {/* @ts-expect-error `index` is required */}
    <AskUser.Question />
    {/* @ts-expect-error the flow controls the value */}
    <AskUser.Field value="mine" />
    {/* @ts-expect-error the group has no value */}
    <AskUser.Options defaultValue="0" />
    {/* @ts-expect-error `children` must be a function */}
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
    {/* @ts-expect-error the function must return an element */}
    <AskUser.Questions>{(question) => question}</AskUser.Questions>
  </>
);

/** An option without parts. */
export function Tile({ option }: { option: number | 'other' }) {
  const { question, draft, options, choose } = useQuestion();
  expectType<Draft>(draft);
  choose(option);
  // @ts-expect-error an option is an index or `other`, not a label
  choose('PostgreSQL');
  const tile = options.find(({ index }) => index === option);
  expectType<boolean | undefined>(tile?.isSelected);
  return <button {...tile?.getControlProps({ className: 'tile' })}>{question}</button>;
}

export function Progress() {
  const ask = useAskUserContext();
  expectType<AskUserStore>(ask.store);
  ask.store.dispatch({ type: 'setOptions', options: { allow: { skip: true } } } satisfies AskUserAction);
  ask.goTo('review');
  // @ts-expect-error a question is an object
  ask.goTo(0);
  // @ts-expect-error `controls` is internal
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
      // @ts-expect-error only a `chosen` event has an option
      return event.option;
    }}
  />
);

// Both names export the same component.
expectType<typeof AskUser.Root>(AskUserRoot);
expectType<typeof AskUser.Card>(AskUserCard);
expectType<typeof AskUser.Option>(AskUserOption);
expectType<ComponentProps<typeof AskUserOptions>>({} satisfies Partial<ComponentProps<typeof AskUser.Options>>);
