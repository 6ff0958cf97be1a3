import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { Answered, AskUserResult, Ended, Reply } from '../../src/core/answer/types.js';
import type { ParseResult } from '../../src/core/question/issues.js';
import type { AskUserRequest, Question } from '../../src/core/question/types.js';
import type { AgentDialect, Dialect } from '../../src/dialects/index.js';

/** One example: an input, what the user did or how else it ended, and what the agent must read. */
export interface Fixture {
  readonly name: string;
  readonly input: unknown;
  /** By position. */
  readonly replies?: readonly Omit<Reply, 'questionId'>[];
  readonly ending?: Ended;
  readonly result?: unknown;
  readonly text?: string;
  readonly prompt?: object;
  readonly error?: unknown;
}

const folder = new URL('../fixtures/dialects/', import.meta.url);

const read = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

/** The tool as its source declares it. */
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

/** The issues, as `path: code`. */
export const issuesOf = (parsed: ParseResult<unknown>): readonly string[] =>
  parsed.ok ? [] : parsed.issues.map(({ path, code }) => `${path}: ${code}`);

export const warningsOf = (parsed: ParseResult<unknown>): readonly string[] =>
  parsed.ok ? parsed.warnings.map(({ path, code }) => `${path}: ${code}`) : ['not parsed'];

/** The request that an agent of this dialect makes of the questions. */
export const requestIn = (dialect: AgentDialect, questions: readonly Question[]): AskUserRequest =>
  valueOf(dialect.parse(valueOf(dialect.formatRequest({ requestId: 'r', questions })), { requestId: 'r' }));

export function answer(request: AskUserRequest, ...replies: readonly Omit<Reply, 'questionId'>[]): Answered {
  const named = replies.map((reply, i) => ({ ...reply, questionId: request.questions[i]?.id ?? '' }));
  return { status: 'answered', answers: valueOf(buildAnswers(request, named)) };
}

export const outcome = (request: AskUserRequest, { replies, ending }: Fixture): AskUserResult =>
  ending ?? answer(request, ...(replies ?? []));

/** Parses an input, answers it, and gives what the agent and what its model reads. */
export function run<A, E>(dialect: Dialect<A, E>, input: unknown, ...replies: readonly Omit<Reply, 'questionId'>[]) {
  const request = valueOf(dialect.parse(input));
  const result = answer(request, ...replies);
  return { request, result, wire: dialect.formatResult(result, request), text: dialect.toModelText(result, request) };
}

export const ENDINGS: readonly Ended[] = [
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

/** A choice, and several choices. */
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

/** Of a request whose metadata, which a host has from an envelope, a model's call has no room for. */
export const NO_METADATA = { code: 'lost', path: 'metadata', message: 'This format has no metadata.' };

/** What no sensible model sends, and what no parser may stumble over. */
export const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 42],
  ['a symbol', Symbol('question')],
  ['no JSON', '{"questions": [{'],
  ['an empty text', ''],
  ['an empty list', []],
  ['an empty object', {}],
  ['no questions', { questions: [] }],
  ['a question of the wrong type', { questions: [{ question: { text: 'x' } }] }],
  ['null for a question', { questions: [null] }],
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
