import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { AnsweredResult, AskUserResult, UnansweredResult, Reply } from '../../src/core/answer/types.js';
import type { ParseResult } from '../../src/core/question/issues.js';
import type { AskUserRequest, Question } from '../../src/core/question/types.js';
import type { AgentDialect, Dialect } from '../../src/dialects/index.js';

/** One example: an input, the user's replies or another result, and what the agent must receive. */
export interface Fixture {
  readonly name: string;
  readonly input: unknown;
  /** One reply per question, in order. */
  readonly replies?: readonly Omit<Reply, 'questionId'>[];
  readonly ending?: UnansweredResult;
  readonly result?: unknown;
  readonly text?: string;
  readonly prompt?: object;
  readonly error?: unknown;
}

const folder = new URL('../fixtures/dialects/', import.meta.url);

const read = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

/** Returns the tool as its source declares it. */
export const toolFixture = (dialect: string): object => read(`${dialect}/tool.json`);

export const fixtures = (dialect: string): readonly Fixture[] =>
  readdirSync(new URL(dialect, folder))
    .filter((file) => file !== 'tool.json')
    .map((file) => ({ name: file.replace('.json', ''), ...read(`${dialect}/${file}`) }));

export function valueOf<T>(parsed: ParseResult<T>): T {
  expect(parsed).toMatchObject({ ok: true });
  if (!parsed.ok) throw new Error('not parsed');
  return parsed.value;
}

/** Returns the issues as `path: code`. */
export const issuesOf = (parsed: ParseResult<unknown>): readonly string[] =>
  parsed.ok ? [] : parsed.issues.map(({ path, code }) => `${path}: ${code}`);

export const warningsOf = (parsed: ParseResult<unknown>): readonly string[] =>
  parsed.ok ? parsed.warnings.map(({ path, code }) => `${path}: ${code}`) : ['not parsed'];

/** Returns the request as the dialect writes and parses it. */
export const requestIn = (dialect: AgentDialect, questions: readonly Question[]): AskUserRequest =>
  valueOf(dialect.parse(valueOf(dialect.formatRequest({ requestId: 'r', questions })), { requestId: 'r' }));

export function answer(request: AskUserRequest, ...replies: readonly Omit<Reply, 'questionId'>[]): AnsweredResult {
  const named = replies.map((reply, i) => ({ ...reply, questionId: request.questions[i]?.id ?? '' }));
  // The dialect formats results of any source, also notes that the questions do not allow.
  const questions = request.questions.map(({ constraints, ...question }) => ({
    ...question,
    ...(constraints && { constraints: { ...constraints, allowNotes: true } }),
  }));
  return { status: 'answered', answers: valueOf(buildAnswers({ ...request, questions }, named)) };
}

export const outcome = (request: AskUserRequest, { replies, ending }: Fixture): AskUserResult =>
  ending ?? answer(request, ...(replies ?? []));

/** Parses an input, answers it, and returns the output and the model text. */
export function run<A, E>(dialect: Dialect<A, E>, input: unknown, ...replies: readonly Omit<Reply, 'questionId'>[]) {
  const request = valueOf(dialect.parse(input));
  const result = answer(request, ...replies);
  return { request, result, wire: dialect.formatResult(result, request), text: dialect.toModelText(result, request) };
}

export const ENDINGS: readonly UnansweredResult[] = [
  { status: 'declined' },
  { status: 'declined', reason: 'no time' },
  { status: 'cancelled' },
  { status: 'cancelled', reason: 'wrong window' },
  { status: 'aborted', reason: 'stopped' },
  { status: 'superseded', reason: 'a message arrived' },
  { status: 'connectionLost' },
  { status: 'timedOut' },
  { status: 'unavailable', reason: 'no window' },
  { status: 'invalid', issues: [{ code: 'missing', path: 'questions', message: 'Missing. Send questions.' }] },
];

/** A single-select and a multi-select question. */
export const DATABASE_AND_PARTS: readonly Question[] = [
  {
    id: 'db',
    question: 'Which database?',
    header: 'Database',
    options: [
      { label: 'Postgres', description: 'p' },
      { label: 'SQLite', description: 's' },
    ],
    multiSelect: false,
  },
  {
    id: 'parts',
    question: 'Which parts?',
    header: 'Parts',
    options: [
      { label: 'Auth', description: 'a' },
      { label: 'Mail', description: 'm' },
    ],
    multiSelect: true,
  },
];

/** The warning for metadata of an envelope, which a model's call cannot represent. */
export const NO_METADATA = { code: 'lost', path: 'metadata', message: 'This format has no metadata.' };

/** Inputs that no sensible model sends and that every parser must survive. */
export const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 42],
  ['a symbol', Symbol('question')],
  ['truncated JSON text', '{"questions": [{'],
  ['an empty string', ''],
  ['an empty list', []],
  ['an empty object', {}],
  ['an empty list of questions', { questions: [] }],
  ['a question of the wrong type', { questions: [{ question: { text: 'x' } }] }],
  ['null as a question', { questions: [null] }],
  [
    'a throwing getter',
    {
      get questions() {
        throw new Error('boom');
      },
    },
  ],
  ['a revoked proxy', revoked()],
];

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
