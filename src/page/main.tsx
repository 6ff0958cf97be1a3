import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserRequest, type AskUserResult, type Dialect } from 'react-ask-user';
import { toOutput } from 'react-ask-user/core';
import 'react-ask-user/styles.css';
import { connect, type Connection, type Ending } from './connection.js';
import './page.css';

/** The command has parsed the request already; the result goes back as positions. */
const parsed: Dialect<unknown> = {
  name: 'parsed',
  limits: { minQuestions: 1, minOptions: 0 },
  parse: (input) => ({ ok: true, value: input as AskUserRequest, warnings: [] }),
  formatResult: (result: AskUserResult) => toOutput(result),
  toModelText: () => '',
};

/** The page has nothing but the question. */
const FOCUS = { autoFocus: 'if-idle' } as const;

const storage = {
  get: (key: string) => sessionStorage.getItem(key),
  set: (key: string, text: string) => sessionStorage.setItem(key, text),
  remove: (key: string) => sessionStorage.removeItem(key),
};

function outcomeText(ending: Ending | 'gone'): string {
  if (ending === 'answered') return 'Your answer is in the terminal. You can close this page.';
  if (ending === 'gone')
    return 'The command in the terminal has ended. Nothing was sent; what you typed can be copied.';
  if (ending === 'cancelled' || ending === 'declined') return 'The terminal has been told. You can close this page.';
  return 'The command in the terminal was stopped. Nothing was sent; what you typed can be copied.';
}

function Page({ connection }: { connection: Connection }) {
  const { question, send, ended } = connection;
  const [ending, setEnding] = useState<Ending | 'gone'>();
  useEffect(() => {
    void ended.then((status) => setEnding(status ?? 'gone'));
  }, [ended]);
  const elsewhere: AskUserResult | undefined =
    ending === undefined || ending === 'answered'
      ? undefined
      : { status: ending === 'gone' ? 'connectionLost' : 'aborted' };
  return (
    <>
      <AskUserDialog
        dialect={parsed}
        input={question.request}
        requestId={question.request.requestId}
        draftStorage={storage}
        {...FOCUS}
        {...question.flow}
        {...(elsewhere && { result: elsewhere })}
        onSubmit={(_, { replies }) => send('/answer', replies)}
        onCancel={(_, { result }) => send(result.status === 'declined' ? '/decline' : '/cancel')}
      />
      <p role="status">{ending && outcomeText(ending)}</p>
    </>
  );
}

function NoQuestion() {
  return (
    <section>
      <h1>This address has been used</h1>
      <p>
        It opens one page, once. If that page is still open, answer there. Otherwise close it: the terminal then shows a
        new address.
      </p>
    </section>
  );
}

const root = createRoot(document.getElementById('page')!);
connect().then(
  (connection) => root.render(connection ? <Page connection={connection} /> : <NoQuestion />),
  () => root.render(<p role="status">The command in the terminal has ended.</p>),
);
