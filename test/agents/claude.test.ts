import type { CanUseTool, OnElicitation, PermissionResult, SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk';
import type { AskUserQuestionInput, AskUserQuestionOutput } from '@anthropic-ai/claude-agent-sdk/sdk-tools.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { JsonSchema } from '../../src/core/question/json-schema.js';
import { claudeCode, claudeCodeHookOutput, createClaudeCodeDialect, mcpElicitation } from '../../src/dialects/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { BIG_CONTENT, BIG_FORM, BIG_REPLIES } from './forms.js';

type Question = AskUserQuestionInput['questions'][number];
type Option = Question['options'][number];
type Metadata = NonNullable<AskUserQuestionInput['metadata']>;
/** The required fields. */
type Required<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Lists every name of the union. A missing or extra name is a compiler error. */
const names = <T extends string | number>(all: Record<T, true>): readonly string[] => Object.keys(all).sort();

const INPUT: AskUserQuestionInput = {
  questions: [
    {
      question: 'Which database?',
      header: 'Database',
      multiSelect: false,
      options: [
        { label: 'SQLite', description: 'a file', preview: 'file: db' },
        { label: 'Postgres', description: 'a server' },
      ],
    },
    {
      question: 'Which parts?',
      header: 'Parts',
      multiSelect: true,
      options: [
        { label: 'Auth', description: 'to log in' },
        { label: 'Mail, SMS', description: 'to tell' },
      ],
    },
  ],
};

describe("the tool's schema for the Claude Agent SDK", () => {
  const { properties, required } = claudeCode.tool.inputSchema;
  const { questions = {}, metadata = {} } = properties;
  const question: JsonSchema = questions.items ?? {};
  const options = question.properties?.['options'] ?? {};
  const option: JsonSchema = options.items ?? {};
  const keysOf = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).sort();

  it('has the fields and required fields of `AskUserQuestionInput` [R-TOOL]', () => {
    // The tool does not offer the fields for answers to the model, because only the host answers.
    const offered = names<Exclude<keyof AskUserQuestionInput, 'answers' | 'annotations'>>({
      questions: true,
      metadata: true,
    });
    expect(Object.keys(properties).sort()).toEqual(offered);
    expect(required).toEqual(names<Required<AskUserQuestionInput>>({ questions: true }));
    const fields = names<keyof Question>({ question: true, header: true, options: true, multiSelect: true });
    expect(keysOf(question)).toEqual(fields);
    expect([...(question.required ?? [])].sort()).toEqual(
      names<Required<Question>>({ question: true, header: true, options: true, multiSelect: true }),
    );
    expect(keysOf(option)).toEqual(names<keyof Option>({ label: true, description: true, preview: true }));
    expect([...(option.required ?? [])].sort()).toEqual(names<Required<Option>>({ label: true, description: true }));
    expect(keysOf(metadata)).toEqual(names<keyof Metadata>({ source: true }));
  });

  it("has the SDK's bounds for questions and options [R-TOOL]", () => {
    const counts = ({ minItems = 0, maxItems = 0 }: JsonSchema) =>
      Array.from({ length: maxItems - minItems + 1 }, (_, i) => String(minItems + i));
    const questionCounts = names<AskUserQuestionInput['questions']['length']>({ 1: true, 2: true, 3: true, 4: true });
    expect(counts(questions)).toEqual(questionCounts);
    expect(counts(options)).toEqual(names<Question['options']['length']>({ 2: true, 3: true, 4: true }));
  });

  it('describes an input that parses without a warning and formats back unchanged [R-PARSE]', () => {
    const parsed = claudeCode.parse(INPUT, { strict: true });
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
    expect(claudeCode.formatRequest(valueOf(parsed))).toEqual({ ok: true, value: INPUT, warnings: [] });
  });
});

describe('`canUseTool` of the Claude Agent SDK', () => {
  const ask: CanUseTool = async (_tool, input) => {
    const request = valueOf(claudeCode.parse(input));
    return claudeCode.formatResult(
      answer(request, { selected: [0], notes: 'now' }, { selected: [1], custom: 'Chat' }),
      request,
    );
  };

  it("returns a permission with answers of the SDK's type [R-RESULT]", async () => {
    const { signal } = new AbortController();
    const result = await ask('AskUserQuestion', { ...INPUT }, { signal, toolUseID: 't', requestId: 'r' });
    const output: Pick<AskUserQuestionOutput, 'answers' | 'annotations'> = {
      answers: { 'Which database?': 'SQLite', 'Which parts?': '"Mail, SMS", Chat' },
      annotations: { 'Which database?': { preview: 'file: db', notes: 'now' } },
    };
    expect(result).toEqual({ behavior: 'allow', updatedInput: { ...INPUT, ...output } });
  });

  it('returns an accepted type for every result, as does a hook [R-RESULT]', () => {
    expectTypeOf(claudeCode.formatResult).returns.toExtend<PermissionResult>();
    expectTypeOf<ReturnType<typeof claudeCodeHookOutput>>().toExtend<SyncHookJSONOutput>();
    type Said = NonNullable<NonNullable<AskUserQuestionOutput['annotations']>[string]['unanswered']>;
    expect(names<Said>({ skipped: true, replied_in_chat: true, dismissed: true })).toHaveLength(3);
  });

  it.each(ENDINGS)('returns no answers for $status [R-NOPHANTOM]', (ending) => {
    const capabilities = ['ask_user_question_unanswered_v1'];
    for (const dialect of [claudeCode, createClaudeCodeDialect({ capabilities })]) {
      const request = valueOf(dialect.parse(INPUT));
      const result: PermissionResult = dialect.formatResult(ending, request);
      expect(result).not.toHaveProperty('updatedInput.answers');
      const output: SyncHookJSONOutput = claudeCodeHookOutput(dialect.formatResult(ending, request));
      expect(output.hookSpecificOutput).toMatchObject({ permissionDecision: result.behavior });
    }
  });

  it('answers the form of an MCP server through `onElicitation` [R-RESULT]', async () => {
    const elicit: OnElicitation = async (asked) => {
      const request = valueOf(mcpElicitation.parse(asked, { asker: asked.serverName }));
      return mcpElicitation.formatResult(answer(request, ...BIG_REPLIES), request);
    };
    const { signal } = new AbortController();
    const asked = { serverName: 'provisioner', message: 'Some questions', requestedSchema: { ...BIG_FORM } };
    expect(await elicit(asked, { signal, requestId: 'r' })).toMatchObject({ action: 'accept', content: BIG_CONTENT });
  });
});
