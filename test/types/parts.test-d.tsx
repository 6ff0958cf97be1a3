// Compiled, never run: the parts, their props and what their refs point at.
import { createRef } from 'react';
import { AskUser, AskUserCard, AskUserOption, AskUserRoot, type AskUserOptionsProps } from 'react-ask-user';
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

// Under their flat names they are the same components.
expectType<typeof AskUser.Root>(AskUserRoot);
expectType<typeof AskUser.Card>(AskUserCard);
expectType<typeof AskUser.Option>(AskUserOption);
expectType<AskUser.OptionsProps>({} satisfies AskUserOptionsProps);
