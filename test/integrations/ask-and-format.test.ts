import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AskOptions, AskUserTransport } from '../../src/host/index.js';
import { askUser, kimi, mcpElicitation, mcpInputRequired } from '../../src/dialects/index.js';
import { askUserElicitation } from '../../src/integrations/claude-agent-sdk/index.js';
import { elicitationHandler } from '../../src/integrations/mcp/index.js';
import { askAndFormat } from '../../src/integrations/shared/ask-and-format.js';

const INPUT = { questions: [{ id: 'q', question: 'Which?', options: ['A', 'B'] }] };
const by = (result: unknown) => ({ conversationId: 'c', broker: { ask: () => Promise.resolve(result as never) } });
const answer = { questionId: 'q', question: 'Which?', answer: 'A', text: 'A', selectedOption: 'A', wasCustom: false };

describe('askAndFormat', () => {
  it.each([
    ['nothing', undefined],
    ['an answered status without answers', { status: 'answered' }],
    ['too few answers', { status: 'answered', answers: [] }],
    ['an unknown option', { status: 'answered', answers: [{ ...answer, selected: [{ index: 7, label: 'A' }] }] }],
    ['an unknown status', { status: 'maybe' }],
  ])('rejects a result with %s [R-NOPHANTOM]', async (_, result) => {
    await expect(askAndFormat(askUser, INPUT, by(result))).rejects.toMatchObject({ code: 'invalid_result' });
  });

  it('returns a valid result unchanged', async () => {
    const result = { status: 'answered', answers: [{ ...answer, selected: [{ index: 0, label: 'A' }] }] };
    const said = await askAndFormat(askUser, INPUT, by(result));
    expect(said).toMatchObject({ result, output: { answered: true } });
  });

  it('asks for notes only where the agent receives them', async () => {
    const asked: unknown[] = [];
    const broker: AskUserTransport = {
      ask: ({ questions }) => {
        asked.push(questions.map(({ constraints }) => constraints?.allowNotes));
        return Promise.resolve({ status: 'cancelled' });
      },
    };
    const form = (name: string): unknown =>
      JSON.parse(readFileSync(new URL(`../fixtures/forms/${name}.json`, import.meta.url), 'utf8'));
    const call = (params: unknown) => ({
      resultType: 'input_required',
      inputRequests: { a: { method: 'elicitation/create', params } },
    });
    await askAndFormat(askUser, INPUT, { broker });
    await askAndFormat(kimi, INPUT, { broker });
    for (const name of ['codex-acp-2.6.0', 'claude-agent-acp-0.101.0']) {
      await askAndFormat(mcpElicitation, form(name), { broker });
      await askAndFormat(mcpInputRequired, call(form(name)), { broker });
    }
    const both = ['withOption', false];
    expect(asked).toEqual([[undefined], [false], both, both, both, both]);
  });

  it('does not ask an invalid request [R-EMPTY]', async () => {
    const said = await askAndFormat(askUser, {}, by(undefined));
    expect(said.result.status).toBe('invalid');
  });
});

describe('the asker of a form', () => {
  const form = {
    mode: 'form',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: {} },
    serverName: 'db',
  };
  const context = { signal: new AbortController().signal, requestId: 'r1' };

  it.each([
    [{}, 'db'],
    [{ asker: 'Database' }, 'Database'],
    [{ asker: undefined }, 'db'],
  ])('is the one of the host, or else the server of the request: %j', async (given, asker) => {
    const askers: unknown[] = [];
    const broker = {
      ask: (request: { asker?: string }, options: AskOptions) => {
        askers.push(request.asker);
        expect(options.allow).toEqual({ decline: true });
        return Promise.resolve({ status: 'cancelled' as const });
      },
    };
    const options = { broker, conversationId: 'c', ...given };
    await askUserElicitation(options)(form, context);
    await elicitationHandler(options)(form);
    expect(askers).toEqual([asker, asker]);
  });
});
