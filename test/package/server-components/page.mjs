// A server component without client code: core runs on the server, and the parts are referenced from it.
import { createElement as h } from 'react';
import { AskUser, AskUserDialog, AskUserReceipt, cleanText } from 'react-ask-user';
import {
  AskUserActions,
  AskUserBody,
  AskUserCard,
  AskUserQuestions,
  AskUserRoot,
  AskUserTitle,
} from 'react-ask-user/parts';
import { buildAnswers, parseRequest, toRecord } from 'react-ask-user/core';
import { cleanText as cleanTextOfHook } from 'react-ask-user/hook';

const questions = [
  { question: 'Which database should we use?', options: ['PostgreSQL', 'SQLite'] },
  { question: 'Which features?', options: ['Search', 'Exports'], multiSelect: true },
];
const one = [{ question: 'Which one?', options: ['This', 'That'] }];

function past() {
  const parsed = parseRequest({
    questions: [{ id: 'q', question: 'Where should it run?', options: ['Here', 'There'] }],
  });
  const built = parsed.ok && buildAnswers(parsed.value, [{ questionId: 'q', selected: [1] }]);
  if (!built || !built.ok) throw new Error('the answer is refused');
  return toRecord({ status: 'answered', answers: built.value }, parsed.value, { mode: 'interactive', answeredAt: 0 });
}

export function Page() {
  const flat = h(
    AskUserRoot,
    { questions: one },
    h(AskUserCard, null, h(AskUserBody, null, h(AskUserTitle), h(AskUserQuestions), h(AskUserActions))),
  );
  const named = h(
    AskUser.Root,
    { questions: one },
    h(AskUser.Card, null, h(AskUser.Body, null, h(AskUser.Title), h(AskUser.Questions), h(AskUser.Actions))),
  );
  return h(
    'main',
    null,
    h('h1', null, cleanText('From\u202e the server')),
    h('h2', null, cleanTextOfHook('And\u200b so is this')),
    h(AskUserReceipt, { record: past(), locale: 'en', timeZone: 'UTC' }),
    h(AskUserDialog, { questions }),
    flat,
    named,
  );
}
