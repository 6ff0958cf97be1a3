import { describe, expect, it } from 'vitest';
import { buildAnswers, parseRecord, parseRequest, toRecord, type AskUserRequest } from '../../../src/core/index.js';
import { DIALECTS } from '../../../src/dialects/index.js';
import { createAskUserBroker } from '../../../src/host/index.js';
import { answerRpc, createRpcTransport } from '../../../src/host/rpc/index.js';
import { pair } from '../../host/rpc/helpers.js';

const DB = {
  id: 'db',
  question: 'Which database?',
  options: [{ label: 'PostgreSQL', value: 'pg' }, { label: 'SQLite', value: '' }, 'None'],
};
const REPLIES = [{ questionId: 'db', selected: [0] }];
const SELECTED = { answers: [{ selected: [{ index: 0, label: 'PostgreSQL', value: 'pg' }] }] };

function written(values = true): AskUserRequest {
  const parsed = parseRequest({ questions: [DB] }, { requestId: 'r1', values });
  if (!parsed.ok) throw new Error('not a request');
  return parsed.value;
}

const parseValue = (value: unknown) =>
  parseRequest({ question: 'Which?', options: [{ label: 'A', value }] }, { values: true });

describe('the value of an option', () => {
  it('is read from the questions of a host, and dropped from those of a model [R-PARSE]', () => {
    expect(written().questions[0]?.options.map(({ value }) => value)).toEqual(['pg', '', undefined]);
    const dropped = parseRequest({ questions: [DB] });
    expect(dropped).toMatchObject({
      ok: true,
      warnings: [
        { code: 'dropped', path: 'questions[0].options[0].value' },
        { code: 'dropped', path: 'questions[0].options[1].value' },
      ],
    });
    expect(written(false).questions[0]?.options[0]).toEqual({ label: 'PostgreSQL' });
  });

  it.each([
    ['null', null, { ok: true, warnings: [] }],
    ['a number', 1, { ok: true, warnings: [{ code: 'ignored', path: 'options[0].value' }] }],
    ['too long', 'x'.repeat(2001), { ok: false, issues: [{ code: 'too_long', path: 'options[0].value' }] }],
  ])('is checked: %s [R-LIMITS]', (_, value, expected) => {
    expect(parseValue(value)).toMatchObject(expected);
  });

  it('is part of the answer and of its record [R-RECORD]', () => {
    const request = written();
    const built = buildAnswers(request, REPLIES);
    if (!built.ok) throw new Error('not an answer');
    expect({ answers: built.value }).toMatchObject(SELECTED);
    const result = { status: 'answered', answers: built.value } as const;
    const record = toRecord(result, request, { mode: 'interactive', answeredAt: 1 });
    expect(parseRecord(JSON.stringify(record))).toEqual({ ok: true, value: record, warnings: [] });
    const forged = JSON.stringify(record).replaceAll(
      '"index":0,"label":"PostgreSQL","value":"pg"',
      '"index":0,"label":"PostgreSQL","value":"x"',
    );
    expect(parseRecord(forged)).toMatchObject({ ok: false, issues: [{ code: 'mismatch' }] });
  });

  it('comes back through a broker', async () => {
    const broker = createAskUserBroker();
    const result = broker.ask(written(), { conversationId: 'c1' });
    await expect.poll(async () => (await broker.pending()).length).toBe(1);
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject(SELECTED);
    await broker.close();
  });

  it('comes back from an RPC peer, which does not receive it', async () => {
    const [agent, host] = pair();
    const seen: AskUserRequest[] = [];
    answerRpc(host, (request) => {
      seen.push(request);
      return REPLIES;
    });
    const transport = createRpcTransport(agent);
    expect(await transport.ask(written(), {})).toMatchObject(SELECTED);
    expect(seen[0]?.questions[0]?.options[0]).toEqual({ label: 'PostgreSQL' });
    await transport.close();
  });
});

// In these formats, an option has a value.
const WITH_VALUES = ['copilotCli', 'mcpElicitation', 'mcpInputRequired', 'piQuestionnaire'];

it.each(DIALECTS.filter(({ name }) => !WITH_VALUES.includes(name)))(
  'the value of a host stays out of the output of $name',
  (dialect) => {
    const [plain, valued] = [written(false), written()].map((request) => {
      const built = buildAnswers(request, REPLIES);
      if (!built.ok) throw new Error('not an answer');
      const { raw: _raw, ...asked } = request;
      const result = { status: 'answered', answers: built.value } as const;
      return JSON.stringify([dialect.formatResult(result, asked), dialect.toModelText(result, asked)]);
    });
    expect(valued).toBe(plain);
  },
);
