// Compiled, never run: the types of the dialog's and the hook's props and results.
import { createRef } from 'react';
import {
  AskUserDialog,
  useAskUser,
  type AskUserCardElement,
  type AskUserDialogProps,
  type AskUserRequest,
  type AskUserResult,
  type QuestionInput,
  type ResultDetails,
} from 'react-ask-user';
import { askUserQuestion, pilotDeck } from 'react-ask-user/dialects';
import { de } from 'react-ask-user/messages/de';
import { expectType } from './expect-type.js';

const questions = [{ question: 'Which?', options: ['A', { label: 'B', description: 'b' }] }] as const;

export const withoutDialect = (
  <AskUserDialog
    questions={questions}
    onSubmit={(wire, { result, replies, request }) => {
      expectType<true>(wire.answered);
      expectType<string | readonly string[]>(wire.answers[0]?.answer ?? '');
      expectType<AskUserResult>(result);
      expectType<number>(replies.length);
      expectType<string>(request.requestId);
    }}
    onCancel={(wire) => {
      expectType<false>(wire.answered);
      // @ts-expect-error the output of an unanswered request has no selected option
      return wire.answers[0].selectedOption;
    }}
  />
);

export const typedByItsDialect = (
  <>
    <AskUserDialog
      dialect={askUserQuestion}
      input={{}}
      onSubmit={(wire) => {
        expectType<Record<string, string>>(wire.answers);
        // @ts-expect-error only the default output has `answered`
        return wire.answered;
      }}
    />
    <AskUserDialog
      dialect={pilotDeck}
      input={{}}
      onSubmit={(wire) => expectType<{ readonly questions: readonly unknown[] }>(wire)}
    />
  </>
);

const ref = createRef<HTMLDivElement>();
export const props = (
  <>
    <AskUserDialog questions={questions} ref={ref} className="mine" id="ask" data-testid="ask" messages={de} />
    <AskUserDialog questions={questions} messages={{ submit: 'Ship it', title: (count) => `${count.toFixed()}` }} />
    <AskUserDialog
      questions={undefined}
      dialect={undefined}
      messages={undefined}
      dir={undefined}
      onSubmit={undefined}
    />
    {/* @ts-expect-error the card is a `<div>` */}
    <AskUserDialog questions={questions} ref={createRef<HTMLButtonElement>()} />
    {/* @ts-expect-error the content of the dialog is fixed */}
    <AskUserDialog questions={questions}>text</AskUserDialog>
    {/* @ts-expect-error there is no such message */}
    <AskUserDialog questions={questions} messages={{ ok: 'OK' }} />
    {/* @ts-expect-error `title` receives the number of questions */}
    <AskUserDialog questions={questions} messages={{ title: (text: string) => text }} />
    {/* @ts-expect-error `question` is required */}
    <AskUserDialog questions={[{ options: ['A'] }]} />
    {/* @ts-expect-error only `ltr` and `rtl` are allowed */}
    <AskUserDialog questions={questions} dir="auto" />
    {/* @ts-expect-error no heading level would be left for the questions */}
    <AskUserDialog questions={questions} headingLevel={6} />
    {/* @ts-expect-error the host settles a request through `result` */}
    <AskUserDialog questions={questions} onSettle={() => {}} />
  </>
);

const card = createRef<AskUserCardElement>();
const composer = createRef<HTMLTextAreaElement>();
const FOLLOW = { autoFocus: 'follow' } as const;
const ALWAYS = { autoFocus: 'always' } as const;
export const follows = (
  <>
    <AskUserDialog
      questions={questions}
      ref={card}
      {...FOLLOW}
      composerRef={composer}
      focusShortcut="Alt+Q"
      advanceOnChoose
    />
    {/* @ts-expect-error `autoFocus` has no such value */}
    <AskUserDialog questions={questions} {...ALWAYS} />
    <button type="button" onClick={() => card.current?.focus({ byUser: true, preventScroll: true })}>
      Answer
    </button>
  </>
);

// A component of the host can pass the props on.
export const Mine = (mine: AskUserDialogProps) => <AskUserDialog {...mine} asker="Mine" />;

export const frozen = ({ questions: [question] }: ReturnType<typeof useAskUser>) => {
  // @ts-expect-error a model is read-only
  question!.id = 'other';
};

export function Headless() {
  const ask = useAskUser(
    { dialect: askUserQuestion, input: {} },
    {
      onSubmit: (wire) => expectType<Record<string, string>>(wire.answers),
      stateReducer: (_state, { changes }) => changes,
    },
  );
  const [question] = ask.questions;
  question?.choose(0);
  question?.choose('other', false);
  // @ts-expect-error an option is an index or `other`, not a label
  question?.choose('A');
  ask.submit({ partial: true });
  expectType<string>(ask.primaryLabel);
  expectType<string | undefined>(ask.activeQuestion?.question);
  return <textarea {...question?.getFieldProps({ rows: 3 })} />;
}

const database = {
  id: 'db',
  question: 'Which database?',
  options: [{ label: 'PostgreSQL', value: 'pg' }, { label: 'SQLite', value: 'sqlite' }, 'None'],
} as const;
const features = { id: 'features', question: 'Which features?', multiSelect: true, options: ['A', 'B'] } as const;

export const answersById = (
  <>
    <AskUserDialog
      questions={[database, features, { id: 'name', question: 'Which name?' }]}
      onSubmit={(_, { byId }) => {
        expectType<'pg' | 'sqlite' | 'None' | undefined>(byId.db.value);
        expectType<readonly ('A' | 'B')[]>(byId.features.values);
        expectType<string>(byId.name.text);
        expectType<string | undefined>(byId.db.custom);
        expectType<undefined>(byId.name.value);
        // @ts-expect-error no option has this value
        expectType<boolean>(byId.db.value === 'mongo');
        // @ts-expect-error the user may have typed an answer instead
        expectType<'pg' | 'sqlite' | 'None'>(byId.db.value);
        // @ts-expect-error no question has this id
        return byId.database;
      }}
      onCancel={(_, { byId }) => {
        expectType<string | undefined>(byId.db?.text);
        // @ts-expect-error nothing may be answered
        return byId.db.text;
      }}
    />
    <AskUserDialog
      questions={[
        { id: 'inline', question: 'Which?', options: [{ label: 'A', value: 'a' }] },
        { question: 'A question without an id?' },
      ]}
      onSubmit={(_, { byId }) => expectType<'a' | undefined>(byId.inline.value)}
      onError={(_, { byId }) => expectType<'a' | undefined>(byId.inline?.value)}
    />
    {/* @ts-expect-error a value is a string */}
    <AskUserDialog questions={[{ question: 'Which?', options: [{ label: 'A', value: 1 }] }]} />
    {/* @ts-expect-error `label` is required */}
    <AskUserDialog questions={[{ question: 'Which?', options: [{ value: 'a' }] }]} />
  </>
);

// Questions that are not a constant have any ids, and one handler fits all requests.
const send = (_output: unknown, { byId, result }: ResultDetails) =>
  expectType<string | undefined>(result.status === 'answered' ? byId['db']?.value : '');
export const Dynamic = ({ questions: list }: { questions: QuestionInput[] }) => {
  useAskUser(list, { onSubmit: send, onCancel: send, onError: send });
  useAskUser([database], { onSubmit: send, onCancel: send, onError: send });
  useAskUser([database], {
    onSubmit: (_, { byId }) => expectType<'pg' | 'sqlite' | 'None' | undefined>(byId.db.value),
  });
  return <AskUserDialog questions={list} onSubmit={(_, { byId }) => byId['db']?.values} onCancel={send} />;
};
// A list of questions carries no constraints, so a parsed request would lose its rules, such as that of a secret.
export const withRules = (request: AskUserRequest) => (
  // @ts-expect-error pass `request`
  <AskUserDialog questions={request.questions} />
);
// @ts-expect-error a model must not set constraints
export const Secret = () => void useAskUser([{ question: 'Password?', constraints: { secret: true } }]);
// A question may have more fields, as a model or a schema library may pass it.
export const wider = (list: { question: string; priority: number }[]) => <AskUserDialog questions={list} />;
