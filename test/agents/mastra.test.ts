import { askUserTool } from '@mastra/core/tools';
import { describe, expect, it } from 'vitest';
import { z, type ZodType } from 'zod';
import type { AskUserResult, Reply } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { mastra } from '../../src/dialects/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { accepts, shapeOf } from './schemas.js';

type Execute = (input: unknown, context: unknown) => Promise<unknown>;

const execute = askUserTool.execute as Execute;
const schema = (one: unknown) => one as ZodType;

/** Runs the tool like an agent: it suspends, a host asks with the payload, and the tool runs again with the answer. */
async function run(input: unknown, person: (request: AskUserRequest) => AskUserResult) {
  let suspended: unknown;
  const suspend = async (payload: unknown) => {
    suspended = schema(askUserTool.suspendSchema).parse(payload);
  };
  await execute(input, { agent: { suspend } });
  const chunk = {
    type: 'tool-call-suspended',
    runId: 'r',
    payload: { toolCallId: 'c', toolName: 'ask_user', suspendPayload: suspended },
  };
  const request = valueOf(mastra.parse(chunk));
  const result = person(request);
  const resumeData: unknown = schema(askUserTool.resumeSchema).parse(mastra.formatResult(result, request));
  const output = await execute(input, { agent: { suspend, resumeData } });
  return { request, output, text: mastra.toModelText(result, request) };
}

const OPTIONS = [{ label: 'SQLite', description: 'a file' }, { label: 'a, b' }];
const reply =
  (...said: readonly Omit<Reply, 'questionId'>[]) =>
  (request: AskUserRequest) =>
    answer(request, ...said);

describe("Mastra's `ask_user`", () => {
  it.each([
    ['one option', { options: OPTIONS }, { selected: [1] }, 'a, b'],
    [
      'several options',
      { options: OPTIONS, selectionMode: 'multi_select' },
      { selected: [0, 1], custom: 'c' },
      'SQLite, a, b, c',
    ],
    ['custom text', {}, { selected: [], custom: ' "Zoë"\n' }, ' "Zoë"\n'],
  ])(
    'is resumed with %s and gives its model the text of `toModelText` [R-RESULT]',
    async (_name, more, said, words) => {
      const { output, text } = await run({ question: 'Which?', ...more }, reply(said));
      expect(output).toEqual({ content: text, isError: false });
      expect(text).toBe(`User answered: ${words}`);
    },
  );

  it.each(ENDINGS)('is resumed with a sentence for $status [R-NOPHANTOM]', async (ending) => {
    const { output, text } = await run({ question: 'Which?', options: OPTIONS }, () => ending);
    expect(output).toEqual({ content: `User answered: ${text}`, isError: false });
    expect(text).toContain('no option was chosen');
  });

  it.each([
    ['a plain question', { question: 'q' }],
    ['a question with options', { question: 'q', options: OPTIONS }],
    ['several options', { question: 'q', options: OPTIONS, selectionMode: 'multi_select' }],
    ['no question', { options: OPTIONS }],
    ['an empty question', { question: '' }],
    ['an option without a label', { question: 'q', options: [{ description: 'd' }] }],
    ['strings as options', { question: 'q', options: ['a', 'b'] }],
    ['another mode', { question: 'q', options: OPTIONS, selectionMode: 'many' }],
  ])("accepts or refuses %s like this package's schema [R-TOOL]", (_name, input) => {
    expect(accepts(mastra.tool, input)).toBe(schema(askUserTool.inputSchema).safeParse(input).success);
  });

  it("has this package's schema except for descriptions [R-TOOL]", () => {
    const theirs = z.toJSONSchema(schema(askUserTool.inputSchema), { io: 'input' });
    expect(shapeOf(mastra.tool.inputSchema)).toEqual(shapeOf(theirs));
    expect(askUserTool.id).toBe(mastra.tool.name);
  });

  it('accepts the output of `formatRequest` [R-RESULT]', () => {
    for (const multiSelect of [false, true]) {
      const questions = [{ id: 'q1', question: 'Which?', options: OPTIONS, multiSelect }];
      const written = valueOf(mastra.formatRequest({ requestId: 'r', questions, raw: undefined }));
      expect(schema(askUserTool.inputSchema).parse(written)).toEqual(written);
    }
  });
});
