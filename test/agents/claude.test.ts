import type { CanUseTool, OnElicitation, PermissionResult, SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk';
import type { AskUserQuestionInput, AskUserQuestionOutput } from '@anthropic-ai/claude-agent-sdk/sdk-tools.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { JsonSchema } from '../../src/core/question/json-schema.js';
import {
  claudeCode,
  claudeCodeHookOutput,
  claudeCodeTool,
  claudeCodeWith,
  mcpElicitation,
} from '../../src/dialects/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { BIG_CONTENT, BIG_FORM, BIG_REPLIES } from './forms.js';

type Question = AskUserQuestionInput['questions'][number];
type Option = Question['options'][number];
type Metadata = NonNullable<AskUserQuestionInput['metadata']>;
/** The fields that have to be there. */
type Required<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Every name of the union and no other, or the compiler refuses it. */
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

describe("Claude Agent SDK: the tool's schema", () => {
  const { properties, required } = claudeCodeTool.inputSchema;
  const { questions = {}, metadata = {} } = properties;
  const question: JsonSchema = questions.items ?? {};
  const options = question.properties?.['options'] ?? {};
  const option: JsonSchema = options.items ?? {};
  const keysOf = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).sort();

  it('[R-TOOL] has the fields and the required ones of `AskUserQuestionInput`', () => {
    // Only the host answers: the model is not offered what the SDK's type has for that.
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

  it('[R-TOOL] has its numbers of questions and of options', () => {
    const counts = ({ minItems = 0, maxItems = 0 }: JsonSchema) =>
      Array.from({ length: maxItems - minItems + 1 }, (_, i) => String(minItems + i));
    const questionCounts = names<AskUserQuestionInput['questions']['length']>({ 1: true, 2: true, 3: true, 4: true });
    expect(counts(questions)).toEqual(questionCounts);
    expect(counts(options)).toEqual(names<Question['options']['length']>({ 2: true, 3: true, 4: true }));
  });

  it("[R-PARSE] reads the SDK's input without a warning, and writes it again", () => {
    const parsed = claudeCode.parse(INPUT, { strict: true });
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
    expect(claudeCode.formatRequest(valueOf(parsed))).toEqual({ ok: true, value: INPUT, warnings: [] });
  });
});

describe('Claude Agent SDK: `canUseTool`', () => {
  const ask: CanUseTool = async (_tool, input) => {
    const request = valueOf(claudeCode.parse(input));
    return claudeCode.formatResult(
      answer(request, { selected: [0], notes: 'now' }, { selected: [1], custom: 'Chat' }),
      request,
    );
  };

  it('[R-RESULT] returns a permission with the answers as the SDK types them', async () => {
    const { signal } = new AbortController();
    const result = await ask('AskUserQuestion', { ...INPUT }, { signal, toolUseID: 't', requestId: 'r' });
    const output: Pick<AskUserQuestionOutput, 'answers' | 'annotations'> = {
      answers: { 'Which database?': 'SQLite', 'Which parts?': '"Mail, SMS", Chat' },
      annotations: { 'Which database?': { preview: 'file: db', notes: 'now' } },
    };
    expect(result).toEqual({ behavior: 'allow', updatedInput: { ...INPUT, ...output } });
  });

  it('[R-RESULT] is typed to return every result, and a hook what it makes of it', () => {
    expectTypeOf(claudeCode.formatResult).returns.toExtend<PermissionResult>();
    expectTypeOf<ReturnType<typeof claudeCodeHookOutput>>().toExtend<SyncHookJSONOutput>();
    type Said = NonNullable<NonNullable<AskUserQuestionOutput['annotations']>[string]['unanswered']>;
    expect(names<Said>({ skipped: true, replied_in_chat: true, dismissed: true })).toHaveLength(3);
  });

  it.each(ENDINGS)('[R-NOPHANTOM] returns no answers for $status', (ending) => {
    const capabilities = ['ask_user_question_unanswered_v1'];
    for (const dialect of [claudeCode, claudeCodeWith({ capabilities })]) {
      const request = valueOf(dialect.parse(INPUT));
      const result: PermissionResult = dialect.formatResult(ending, request);
      expect(result).not.toHaveProperty('updatedInput.answers');
      const output: SyncHookJSONOutput = claudeCodeHookOutput(dialect.formatResult(ending, request));
      expect(output.hookSpecificOutput).toMatchObject({ permissionDecision: result.behavior });
    }
  });

  it('[R-RESULT] answers the elicitation of an MCP server, by `onElicitation`', async () => {
    const elicit: OnElicitation = async (asked) => {
      const request = valueOf(mcpElicitation.parse(asked, { asker: asked.serverName }));
      return mcpElicitation.formatResult(answer(request, ...BIG_REPLIES), request);
    };
    const { signal } = new AbortController();
    const asked = { serverName: 'provisioner', message: 'Some questions', requestedSchema: { ...BIG_FORM } };
    expect(await elicit(asked, { signal, requestId: 'r' })).toMatchObject({ action: 'accept', content: BIG_CONTENT });
  });
});
