import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialects/catalogue.js';
import { askUser, deepAgents, piAskUser, piQuestionnaire, roo, rooMode, vsCode } from '../../src/dialects/index.js';
import type { AgentDialect } from '../../src/dialects/types.js';
import { answer, valueOf } from './helpers.js';

/** Dialects of forms or protocol events: their options are not a list that a model writes. */
const OTHERWISE = new Set(['mcpElicitation', 'mcpInputRequired', 'agUi', 'copilotCli']);
const WRITTEN = DIALECTS.filter(({ name }) => !OTHERWISE.has(name));

/** Returns what a model writes for two options, and the same with each option as JSON text in the list. */
function written(dialect: AgentDialect) {
  const options = [
    { label: 'Alpha', description: 'first' },
    { label: 'Beta', description: 'second' },
  ];
  const question = { id: 'q1', question: 'Which?', header: 'H', options, multiSelect: false };
  const out = dialect.formatRequest({ requestId: 'r', questions: [question] });
  if (!out.ok) throw new Error(`${dialect.name} writes no request`);
  let texts = 0;
  const asTexts: unknown = JSON.parse(JSON.stringify(out.value), (_key, value: unknown) => {
    if (!Array.isArray(value) || !JSON.stringify(value[0] ?? null).includes('Alpha')) return value;
    if (JSON.stringify(value).includes('Which?')) return value;
    texts++;
    return value.map((option: unknown) => JSON.stringify(typeof option === 'string' ? { label: option } : option));
  });
  return { plain: out.value, asTexts, texts };
}

describe('questions that a model writes as JSON text within their list', () => {
  const asTexts = (input: object) => {
    const [[name, list] = []] = Object.entries(input).filter(([, value]) => Array.isArray(value));
    if (name === undefined || !Array.isArray(list) || !JSON.stringify(list).includes('Which?')) return undefined;
    return { ...input, [name]: list.map((question) => JSON.stringify(question)) };
  };

  it.each(
    WRITTEN.flatMap((dialect) => {
      const { plain } = written(dialect);
      const texts = asTexts(plain as object);
      return texts ? [[dialect.name, dialect, plain, texts] as const] : [];
    }),
  )('are read as the questions in the text, with a warning: %s [R-PARSE]', (_, dialect, plain, texts) => {
    const parsed = dialect.parse(texts);
    expect(valueOf(parsed).questions).toEqual(valueOf(dialect.parse(plain)).questions);
    const coerced = parsed.ok ? parsed.warnings.filter(({ code }) => code === 'coerced') : [];
    expect(coerced.map(({ path }) => path.replace(/^.*(?=\[\d\]$)/, ''))).toEqual(['[0]']);
  });

  it('stay texts if they are no question', () => {
    const texts = ['{"text":"a"}', '{"question":5}', '{', 'Which {one}?'];
    expect(valueOf(askUser.parse({ questions: texts })).questions.map(({ question }) => question)).toEqual(texts);
  });
});

describe('options that a model writes as JSON text within their list', () => {
  it.each(WRITTEN.map((dialect) => [dialect.name, dialect] as const))(
    'are read as the options in the text, with a warning: %s [R-PARSE] [R-VERBATIM]',
    (_, dialect) => {
      const { plain, asTexts, texts } = written(dialect);
      expect(texts).toBe(1);
      const parsed = dialect.parse(asTexts);
      const read = valueOf(parsed);
      expect(read.questions).toEqual(valueOf(dialect.parse(plain)).questions);
      expect(read.questions[0]?.options.map(({ label }) => label)).toEqual(['Alpha', 'Beta']);
      expect(read.raw).toBe(asTexts);
      const coerced = parsed.ok ? parsed.warnings.filter(({ code }) => code === 'coerced') : [];
      expect(coerced.map(({ path }) => path.replace(/^.*(?=\[\d\]$)/, ''))).toEqual(['[0]', '[1]']);
    },
  );

  it('keep the fields of their dialect: a value, a recommendation, a mode [R-PARSE]', () => {
    const pi = { id: 'q1', prompt: 'Which?', options: ['{"value":"pg","label":"PostgreSQL"}', '{"label":"SQLite"}'] };
    const asked = valueOf(piQuestionnaire.parse({ questions: [pi] }));
    expect(asked.questions[0]?.options.map(({ value }) => value)).toEqual(['pg', 'SQLite']);
    expect(piQuestionnaire.formatResult(answer(asked, { selected: [0] }), asked)).toMatchObject({
      answers: [{ value: 'pg', label: 'PostgreSQL' }],
    });

    const marked = { header: 'H', question: 'Which?', options: ['{"label":"A"}', '{"label":"B","recommended":true}'] };
    const plain = { ...marked, options: [{ label: 'A' }, { label: 'B', recommended: true }] };
    expect(valueOf(vsCode.parse({ questions: [marked] })).questions).toEqual(
      valueOf(vsCode.parse({ questions: [plain] })).questions,
    );

    const followUp = valueOf(roo.parse({ question: 'Which?', follow_up: ['{"text":"Do it","mode":"code"}', 'No'] }));
    expect(followUp.questions[0]?.options).toEqual([{ label: 'Do it' }, { label: 'No' }]);
    expect(rooMode(answer(followUp, { selected: [0] }), followUp)).toBe('code');

    const titled = { question: 'Which?', options: ['{"title":"A"}', '{"name":"B"}', '{"title":5}', '{}'] };
    expect(valueOf(piAskUser.parse(titled)).questions[0]?.options.map(({ label }) => label)).toEqual([
      'A',
      'B',
      '{"title":5}',
      '{}',
    ]);
    const choices = { questions: [{ question: 'Which?', type: 'multiple_choice', choices: ['{"value":"A"}', '{}'] }] };
    expect(valueOf(deepAgents.parse(choices)).questions[0]?.options.map(({ label }) => label)).toEqual(['A', '{}']);
  });

  it('have paths in warnings that include the fields in the text [R-PARSE]', () => {
    const parsed = piAskUser.parse({ question: 'Which?', options: ['{"title":"A","description":7}', 'B'] });
    expect(parsed.ok && parsed.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'coerced options[0]',
      'ignored options[0].description',
    ]);
  });
});
