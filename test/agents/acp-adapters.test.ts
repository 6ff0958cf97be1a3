import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  applyAskElicitationResponse,
  askUserQuestionsToCreateRequest,
  createElicitationResponseToElicitResult,
  extractAskUserQuestions,
  mcpElicitationToCreateRequest,
} from '@agentclientprotocol/claude-agent-acp/dist/elicitation.js';
import type { ElicitationRequest } from '@anthropic-ai/claude-agent-sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskUserResult, Reply } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { getLosses, mcpElicitation } from '../../src/dialects/index.js';
import { questions as someQuestions, replyTo } from '../dialects/arbitraries.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';

fc.configureGlobal({ seed: 1, numRuns: 150 });

type Replies = readonly Omit<Reply, 'questionId'>[];

const skipped = { selected: [], skipped: true } as const;
const lossesOf = (request: AskUserRequest, ...replies: Replies) =>
  getLosses(mcpElicitation, answer(request, ...replies), request).map(({ path }) => path);

/** A question of Claude Code's tool. */
interface ClaudeQuestion {
  readonly question: string;
  readonly header: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description?: string; readonly preview?: string }[];
}

describe('a call of AskUserQuestion through claude-agent-acp', () => {
  const DATABASE: ClaudeQuestion = {
    question: 'Which database?',
    header: 'Database',
    multiSelect: false,
    options: [
      { label: 'SQLite', description: 'A file.', preview: 'file: db' },
      { label: 'Postgres', description: 'A server.' },
    ],
  };
  const PARTS: ClaudeQuestion = {
    question: 'Which parts?',
    header: 'Parts',
    multiSelect: true,
    options: [
      { label: 'Auth', description: 'To log in.' },
      { label: 'Mail, SMS', description: 'To tell.' },
    ],
  };

  /** Writes the form with the adapter's function, and returns what the user sees and how the adapter reads a result. */
  function ask(questions: readonly ClaudeQuestion[], isAir = false) {
    const input = { questions: [...questions] };
    const valid = extractAskUserQuestions(input) ?? [];
    const request = valueOf(mcpElicitation.parse(askUserQuestionsToCreateRequest(valid, 's', 'toolu_1', isAir)));
    const read = (result: AskUserResult) => {
      const response = mcpElicitation.formatResult(result, request);
      const outcome = applyAskElicitationResponse(response, input, valid, { reportUnanswered: true });
      if (outcome.action === 'cancel') return 'cancel';
      const { questions: unchanged, ...rest } = outcome.updatedInput;
      expect(unchanged).toEqual(input.questions);
      return rest;
    };
    return { request, read, receives: (...replies: Replies) => read(answer(request, ...replies)) };
  }

  it.each([false, true])(
    'shows every question, option and preview once, for the client AIR: %s [R-VERBATIM]',
    (isAir) => {
      const [database, parts] = [
        { ...DATABASE, id: 'question_0' },
        { ...PARTS, id: 'question_1' },
      ];
      expect(ask([DATABASE], isAir).request.questions).toMatchObject([database]);
      const { questions } = ask([DATABASE, PARTS], isAir).request;
      expect(questions).toMatchObject([database, parts]);
      expect(questions.map(({ context, constraints }) => [context, constraints])).toEqual([
        [undefined, { required: false, allowNotes: 'withOption' }],
        [undefined, { required: false, allowNotes: false }],
      ]);
    },
  );

  it.each([
    ['Which?', 'Database'],
    ['Choose.', 'Database'],
    ['Choose the database', 'DB?'],
    ['Which?', 'Database?'],
  ])('asks "%s" with the header "%s", whichever is longer', (question, header) => {
    const asked = { ...DATABASE, question, header };
    expect(ask([asked]).request.questions).toMatchObject([{ question, header }]);
    expect(ask([asked, PARTS]).request.questions).toMatchObject([{ question, header }, { question: 'Which parts?' }]);
  });

  it('receives labels, own words and the note for an option [R-RESULT]', () => {
    const { request, receives } = ask([DATABASE, PARTS]);
    expect(receives({ selected: [1] }, { selected: [1, 0] })).toEqual({
      answers: { 'Which database?': 'Postgres', 'Which parts?': 'Auth, "Mail, SMS"' },
    });
    expect(
      receives({ selected: [], custom: 'DuckDB, in memory' }, { selected: [0], custom: 'Search, "later"' }),
    ).toEqual({
      answers: { 'Which database?': 'DuckDB, in memory', 'Which parts?': 'Auth, "Search, \\"later\\""' },
    });
    const noted = [{ selected: [0], notes: 'but for tests only' }, skipped];
    expect(receives(...noted)).toEqual({
      answers: { 'Which database?': 'SQLite' },
      annotations: {
        'Which database?': { notes: 'but for tests only' },
        'Which parts?': { unanswered: 'skipped' },
      },
    });
    expect(lossesOf(request, ...noted)).toEqual([]);
  });

  it.each(ENDINGS)('receives no answer if the user gave none: $status', (ending) => {
    const { read } = ask([DATABASE]);
    const dismissed = { answers: {}, annotations: { 'Which database?': { unanswered: 'dismissed' } } };
    expect(read(ending)).toEqual(ending.status === 'declined' ? dismissed : 'cancel');
  });

  it('receives the same for arbitrary texts', () => {
    const calls = someQuestions(4, 1)
      .map((list) =>
        list.map(({ question, options, multiSelect }, i): ClaudeQuestion => ({
          question: `${String(question)}${i}?`,
          header: `Part ${i}`,
          multiSelect: multiSelect === true,
          options: options as ClaudeQuestion['options'],
        })),
      )
      .map((list) => ({ list, ...ask(list) }));
    const cases = calls.chain(({ request, ...call }) =>
      fc.tuple(...request.questions.map(replyTo)).map((replies) => ({ request, replies, ...call })),
    );
    fc.assert(
      fc.property(cases, ({ list, request, replies, receives }) => {
        expect(request.questions.map(({ options }) => options.map(({ value }) => value))).toEqual(
          list.map(({ options }) => options.map(({ label }) => label)),
        );
        const { answers } = receives(...replies) as { answers: Record<string, string> };
        for (const [i, { question, options, multiSelect }] of list.entries()) {
          const { selected = [], custom } = replies[i] ?? {};
          const own = custom?.trim();
          const said = [...selected.map((at) => options[at]?.label ?? ''), ...(own === undefined ? [] : [own])];
          const quoted = (one: string) => (one.includes(', ') || one.includes('"') ? JSON.stringify(one) : one);
          const expected = multiSelect ? said.map(quoted).join(', ') : said[0];
          expect(answers[question]).toBe(expected || undefined);
        }
      }),
    );
  });
});

describe('a form of an MCP server with this package through claude-agent-acp', () => {
  it('returns labels and own words, and loses what is in `_meta`, which getLosses reports', () => {
    const options = [{ label: 'Auth, SSO', preview: '# Auth' }, { label: 'Search' }];
    const optional = { required: false } as const;
    const asked: AskUserRequest = {
      requestId: 'r',
      questions: [
        { id: 'db', question: 'Which?', header: 'Database', options, multiSelect: false, constraints: optional },
        { id: '10', question: 'Which parts?', options, multiSelect: true, constraints: optional },
        { id: 'port', question: 'Port?', options: [], multiSelect: false, constraints: { input: 'integer' } },
      ],
    };
    const params = valueOf(mcpElicitation.formatRequest(asked)) as Omit<ElicitationRequest, 'serverName'>;
    const form = mcpElicitationToCreateRequest({ serverName: 'setup', ...params }, 's');
    const shown = valueOf(mcpElicitation.parse(form));
    expect(shown.questions.map((question) => [question.question, question.options[0]?.preview])).toEqual([
      ['Which?', undefined],
      ['Which parts?', undefined],
      ['Port?', undefined],
    ]);
    const database = { selected: [1] };
    const rest: Replies = [
      { selected: [0], custom: 'Mail' },
      { selected: [], custom: '80' },
    ];
    const replies: Replies = [{ ...database, notes: 'for now' }, ...rest];
    const response = mcpElicitation.formatResult(answer(shown, ...replies), shown);
    const received = valueOf(mcpElicitation.parseResult(createElicitationResponseToElicitResult(response), asked));
    expect(received).toEqual(answer(asked, database, ...rest));
    expect(lossesOf(shown, ...replies)).toEqual(['answers[0].notes']);
  });
});

/** A question of the Codex app server. */
interface CodexQuestion {
  readonly id: string;
  readonly header: string;
  readonly question: string;
  readonly isOther: boolean;
  readonly isSecret: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[] | null;
}

interface CodexAcp {
  buildUserInputRequest(
    params: { threadId: string; itemId: string; questions: readonly CodexQuestion[]; autoResolutionMs: number | null },
    capabilities: object,
  ): object;
  userInputAnswers(
    response: object,
    questions: readonly CodexQuestion[],
    capabilities: object,
  ): Record<string, { answers: string[] }>;
}

/** Loads the functions of codex-acp, a program without exports: its bundle without the last module, which starts it. */
async function loadCodexAcp(): Promise<{ codexAcp: CodexAcp; remove: () => void }> {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('@agentclientprotocol/codex-acp'), 'utf8');
  const start = bundle.indexOf('// src/index.ts\n');
  if (start < 0) throw new Error('The bundle of codex-acp has no "// src/index.ts". Find where it starts.');
  // In `node_modules`, so that Vitest does not transform it.
  const programs = fileURLToPath(new URL('node_modules/.programs/', import.meta.url));
  mkdirSync(programs, { recursive: true });
  const dir = mkdtempSync(programs);
  const path = join(dir, 'codex-acp.mjs');
  writeFileSync(path, `${bundle.slice(0, start)}\nexport { buildUserInputRequest, userInputAnswers };\n`);
  return { codexAcp: await import(pathToFileURL(path).href), remove: () => rmSync(dir, { recursive: true }) };
}

describe('a call of request_user_input through codex-acp', () => {
  let loaded: Awaited<ReturnType<typeof loadCodexAcp>>;
  beforeAll(async () => {
    loaded = await loadCodexAcp();
  });
  afterAll(() => loaded?.remove());

  const AIR = { _meta: { jetbrains: { air: { client: true } } } };
  const LOCK: CodexQuestion = {
    id: 'lock',
    header: 'Lock of the importer',
    question: 'Which lock?',
    isOther: true,
    isSecret: false,
    options: [
      { label: 'Row', description: 'Many writers.' },
      { label: 'Table', description: 'One writer.' },
    ],
  };
  const LOGS: CodexQuestion = { ...LOCK, id: 'logs', header: 'Logs', question: 'Which logs?', isOther: false };
  const TOKEN: CodexQuestion = {
    ...LOGS,
    id: 'token',
    header: 'Token',
    question: 'Which token does it use?',
    isSecret: true,
    options: null,
  };

  function ask(questions: readonly CodexQuestion[], capabilities: object = {}) {
    const { buildUserInputRequest, userInputAnswers } = loaded.codexAcp;
    const params = { threadId: 't', itemId: 'i', questions, autoResolutionMs: null };
    const request = valueOf(mcpElicitation.parse(buildUserInputRequest(params, capabilities)));
    const read = (result: AskUserResult) =>
      userInputAnswers(mcpElicitation.formatResult(result, request), questions, capabilities);
    return { request, read, receives: (...replies: Replies) => read(answer(request, ...replies)) };
  }

  it('shows each question once, with its header, and masks a secret [R-PARSE]', () => {
    const { questions } = ask([LOCK, LOGS, TOKEN]).request;
    expect(questions).toMatchObject([
      { id: 'lock', question: 'Which lock?', header: 'Lock of the importer', constraints: { required: true } },
      { id: 'logs', question: 'Which logs?', header: 'Logs', constraints: { required: true, allowCustom: false } },
      { id: 'token', header: 'Token', options: [], constraints: { required: true, secret: true } },
    ]);
    expect(questions.map(({ context, options }) => [context, options.map(({ label }) => label)])).toEqual([
      [undefined, ['Row', 'Table', 'None of the above']],
      [undefined, ['Row', 'Table']],
      [undefined, []],
    ]);
    expect(ask([{ ...LOCK, isSecret: true }]).request.questions[0]?.constraints?.secret).toBe(true);
  });

  it('receives labels, own words and the note for an option [R-RESULT]', () => {
    const { request, receives } = ask([LOCK, LOGS, TOKEN]);
    const token = { selected: [], custom: 't0p' };
    expect(receives({ selected: [1] }, { selected: [0] }, token)).toEqual({
      lock: { answers: ['Table'] },
      logs: { answers: ['Row'] },
      token: { answers: ['t0p'] },
    });
    expect(receives({ selected: [], custom: 'an advisory lock' }, { selected: [0] }, token)).toMatchObject({
      lock: { answers: ['None of the above', 'user_note: an advisory lock'] },
    });
    expect(receives({ selected: [0], notes: 'for now' }, { selected: [0] }, token)).toMatchObject({
      lock: { answers: ['Row', 'user_note: for now'] },
    });
    const noted = [{ selected: [0], notes: 'for now' }, { selected: [1], notes: 'or none' }, token];
    expect(lossesOf(request, ...noted)).toEqual(['answers[1].notes']);
  });

  it('shows a question without a header', () => {
    const { questions } = ask([{ ...LOCK, header: '' }]).request;
    expect(questions).toMatchObject([{ question: 'Which lock?' }]);
    expect(questions[0]).not.toHaveProperty('header');
  });

  it('receives own words in a field of their own from the client AIR', () => {
    const { request, receives } = ask([LOCK], AIR);
    expect(request.questions).toMatchObject([
      { question: 'Which lock?', options: [{ label: 'Row' }, { label: 'Table' }] },
    ]);
    expect(receives({ selected: [], custom: 'an advisory lock' })).toEqual({
      lock: { answers: ['user_note: an advisory lock'] },
    });
  });

  it('distinguishes a question from the note of another one', () => {
    const note = { ...TOKEN, id: 'lock_note', isSecret: false };
    const { request, receives } = ask([LOCK, note]);
    expect(request.questions.map(({ id }) => id)).toEqual(['lock', 'lock_note']);
    expect(receives({ selected: [], custom: 'mine' }, { selected: [], custom: 'yours' })).toEqual({
      lock: { answers: ['None of the above', 'user_note: mine'] },
      lock_note: { answers: ['yours'] },
    });
  });

  it.each(ENDINGS)('receives no answer if the user gave none: $status', (ending) => {
    expect(ask([LOCK]).read(ending)).toEqual({});
  });
});
