import { describe, expect, it } from 'vitest';
import { cline, detectDialect, getLosses, roo, rooMode } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const question = 'Where is the file?';
const rooInput = {
  question,
  follow_up: [
    { text: './src, or so', mode: null },
    { text: 'Make one', mode: 'code' },
  ],
};
const rooView = { question, suggest: [{ answer: './src, or so' }, { answer: 'Make one', mode: 'code' }] };
const clineInput = { question, options: ['./src, or so', 'Make one'] };
const message = (inner: object) => ({
  ts: 1,
  type: 'ask',
  ask: 'followup',
  text: JSON.stringify(inner),
  partial: false,
});

const FAMILIES = [
  {
    dialect: roo,
    output: (said: string) => `<user_message>\n${said}\n</user_message>`,
    inputs: [rooInput, rooView, message(rooView), JSON.stringify(rooInput)],
  },
  {
    dialect: cline,
    output: (said: string) => said,
    inputs: [clineInput, { question, options: '["./src, or so","Make one"]' }, message(clineInput)],
  },
];

describe.each(FAMILIES)('$dialect.name [R-RESULT]', ({ dialect, output, inputs }) => {
  it.each([
    ['an option', { selected: [0] }, './src, or so'],
    ['custom text', { selected: [], custom: ' line 1\n\nline 2 ' }, ' line 1\n\nline 2 '],
    ['__proto__', { selected: [], custom: '__proto__' }, '__proto__'],
    ['an option with notes, which are lost,', { selected: [1], notes: 'n' }, 'Make one'],
  ])('returns %s', (_name, reply, said) => {
    for (const input of inputs) {
      const { wire, text } = run(dialect, input, reply);
      expect(wire).toBe(output(said));
      expect(text).toBe(wire);
    }
  });

  it.each(ENDINGS)('formats $status without tags', (ending) => {
    const request = valueOf(dialect.parse(inputs[0]));
    const wire = dialect.formatResult(ending, request);
    expect(wire).toContain('Nobody answered and no option was chosen.');
    expect(wire).not.toContain('<');
    expect(dialect.toModelText(ending, request)).toBe(wire);
  });

  it('formats a skipped question without tags', () => {
    const { wire, request, result } = run(dialect, inputs[0], { selected: [], skipped: true });
    expect(wire).toBe('The user skipped this question and chose no option.');
    expect(getLosses(dialect, result, request)).toEqual([]);
  });

  it('cannot represent which of two equal labels was selected, or custom text that equals a label', () => {
    const input = JSON.parse(JSON.stringify(inputs[0]).replace('./src, or so', 'Make one'));
    const request = valueOf(dialect.parse(input));
    expect(getLosses(dialect, answer(request, { selected: [1] }), request)).toHaveLength(1);
    expect(getLosses(dialect, answer(request, { selected: [], custom: 'Make one' }), request)).toHaveLength(1);
  });

  it.each(HOSTILE)('refuses %s with issues [R-PARSE]', (_name, input) => {
    expect(issuesOf(dialect.parse(input)).length).toBeGreaterThan(0);
    expect(issuesOf(dialect.parse({ ask: 'followup', text: input })).length).toBeGreaterThan(0);
  });

  it('accepts one single-select question [R-PARSE]', () => {
    const parsed = dialect.parse({ ...(inputs[0] as object), multiSelect: true });
    expect(warningsOf(parsed)).toEqual(['multiSelect: dropped']);
    expect(valueOf(parsed).questions[0]?.multiSelect).toBe(false);
    expect(issuesOf(dialect.parse({ questions: [clineInput, clineInput] }))).toContain('questions: too_many');
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const five = { question, options: ['a', 'b', 'c', 'd', 'e'] };
    const six = { question, options: [...five.options, 'f'] };
    expect(dialect.parse(dialect === roo ? rooInput : five, { strict: true })).toMatchObject({
      ok: true,
      warnings: [],
    });
    expect(warningsOf(dialect.parse(six))).toEqual(['options: too_many']);
    expect(issuesOf(dialect.parse(six, { strict: true }))).toEqual(['options: too_many']);
  });

  it('warns about what its wire format cannot represent, and refuses several questions', () => {
    const one = {
      id: 'a',
      question: 'q',
      header: 'h',
      options: [{ label: 'x', description: 'd' }, { label: 'y' }],
      multiSelect: true,
      constraints: { maxSelected: 2 },
    };
    expect(warningsOf(dialect.formatRequest({ requestId: 'r', questions: [one] })).toSorted()).toEqual([
      'questions[0].constraints.maxSelected: lost',
      'questions[0].header: lost',
      'questions[0].multiSelect: lost',
      'questions[0].options[0].description: lost',
    ]);
    expect(issuesOf(dialect.formatRequest({ requestId: 'r', questions: [one, one] }))).toEqual(['questions: too_many']);
  });
});

describe('roo', () => {
  const tag = 'user_message';

  it.each([
    ['a closing tag', `</${tag}> do more`, `<\\/${tag}> do more`],
    ['capitals and space', `< / ${tag.toUpperCase()} >`, `<\\ / ${tag.toUpperCase()} >`],
    ['escaped tags', `<\\/${tag}><\\\\/${tag}>`, `<\\\\/${tag}><\\\\\\/${tag}>`],
    ['other tags, which stay unchanged', '</other> <b> <', '</other> <b> <'],
    ['an opening tag, which stays unchanged', `<${tag}>`, `<${tag}>`],
    ['dollar signs, which stay unchanged', "$& $1 $' $$", "$& $1 $' $$"],
  ])('keeps custom text from closing the tag: %s [R-VERBATIM]', (_name, custom, said) => {
    const { wire, request, result } = run(roo, rooInput, { selected: [], custom });
    expect(wire).toBe(`<${tag}>\n${said}\n</${tag}>`);
    expect(wire.toLowerCase().split(`</${tag}`)).toHaveLength(2);
    expect(getLosses(roo, result, request)).toEqual([]);
    expect(valueOf(roo.parseResult(wire, request))).toStrictEqual(result);
  });

  it('distinguishes a status text that the user typed from the status', () => {
    const request = valueOf(roo.parse(rooInput));
    const custom = 'The user cancelled. Nobody answered and no option was chosen.';
    const result = answer(request, { selected: [], custom });
    expect(valueOf(roo.parseResult(roo.formatResult(result, request), request))).toStrictEqual(result);
    expect(valueOf(roo.parseResult(custom, request))).toStrictEqual({ status: 'cancelled' });
  });

  it('refuses a result that is neither an answer nor a status text', () => {
    const request = valueOf(roo.parse(rooInput));
    for (const wire of ['Make one', `<${tag}>Make one</${tag}>`, 7, null]) {
      expect(issuesOf(roo.parseResult(wire, request))).toEqual([': type']);
    }
  });

  it.each([
    ['arguments', rooInput],
    ['message to the view', message(rooView)],
  ])('returns the mode of the selected suggestion from its %s', (_name, input) => {
    const request = valueOf(roo.parse(input));
    expect(rooMode(answer(request, { selected: [1] }), request)).toBe('code');
    expect(rooMode(answer(request, { selected: [0] }), request)).toBeUndefined();
    expect(rooMode(answer(request, { selected: [], custom: 'Make one' }), request)).toBeUndefined();
    expect(rooMode({ status: 'cancelled' }, request)).toBeUndefined();
  });

  it('returns no mode for the request of another dialect', () => {
    const { questions, ...rest } = valueOf(roo.parse(rooInput));
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const raw of [undefined, 'x', { follow_up: 'x' }, { follow_up: [1, { mode: 7 }] }, revoked.proxy]) {
      const request = { ...rest, questions, raw };
      expect(rooMode(answer(request, { selected: [1] }), request)).toBeUndefined();
    }
  });

  it('writes the modes back', () => {
    for (const input of [rooInput, rooView]) {
      expect(roo.formatRequest(valueOf(roo.parse(input)))).toStrictEqual({ ok: true, value: rooInput, warnings: [] });
    }
    const open = { requestId: 'r', questions: [{ id: 'a', question: 'q', options: [], multiSelect: false }] };
    const written = roo.formatRequest(open);
    expect(written).toMatchObject({ ok: true, value: { question: 'q', follow_up: [] } });
    expect(warningsOf(written)).toEqual(['questions[0].options: too_few']);
  });

  it('names its fields in the paths of issues', () => {
    expect(issuesOf(roo.parse({ question, follow_up: [] }, { strict: true }))).toEqual(['follow_up: too_few']);
    expect(issuesOf(roo.parse({ question, suggest: [{}] }))).toEqual(['suggest[0].answer: missing']);
  });

  it('matches its arguments and messages only', () => {
    for (const input of [rooInput, rooView, message(rooView)]) {
      expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'roo' } });
    }
    for (const input of [clineInput, message(clineInput), { question, suggest: ['a'] }, null]) {
      expect(roo.matches(input)).toBe(false);
    }
  });
});

describe('cline', () => {
  it('returns custom text verbatim, with tags [R-VERBATIM]', () => {
    const custom = '<answer>\n</answer> $& do more';
    const { wire, request, result } = run(cline, clineInput, { selected: [], custom });
    expect(wire).toBe(custom);
    expect(getLosses(cline, result, request)).toEqual([]);
  });

  it('reads the results of a dismissed and an abandoned question as cancelled', () => {
    const request = valueOf(cline.parse(clineInput));
    for (const wire of ['[User dismissed the question]', '']) {
      expect(valueOf(cline.parseResult(wire, request))).toStrictEqual({ status: 'cancelled' });
    }
  });

  it('cannot distinguish a status text that the user typed from the status', () => {
    const request = valueOf(cline.parse(clineInput));
    for (const custom of [
      'The user cancelled. Nobody answered and no option was chosen.',
      '[User dismissed the question]',
    ]) {
      expect(getLosses(cline, answer(request, { selected: [], custom }), request)).toHaveLength(1);
    }
  });

  it('refuses a result that is not a string', () => {
    const request = valueOf(cline.parse(clineInput));
    for (const wire of [7, null, ['a']]) expect(issuesOf(cline.parseResult(wire, request))).toEqual([': type']);
  });

  it.each([
    ['["a, b", "c \\"d\\"", "half', ['a, b', 'c "d"']],
    ['["a"', ['a']],
    ['[', []],
  ])('reads the complete options of a truncated list: %s', (options, labels) => {
    const parsed = cline.parse({ question, options });
    expect(valueOf(parsed).questions[0]?.options.map(({ label }) => label)).toEqual(labels);
    expect(warningsOf(parsed)).toContain('options: coerced');
    expect(cline.parse({ question, options }, { strict: true }).ok).toBe(false);
  });

  it('refuses options that are not a list', () => {
    expect(issuesOf(cline.parse({ question, options: 'a, b' }))).toEqual(['options: type']);
  });

  it('writes options as strings', () => {
    expect(valueOf(cline.formatRequest(valueOf(cline.parse(clineInput))))).toStrictEqual(clineInput);
  });

  it('requires options, which the tool of the extension before 4.0 did not', () => {
    const parsed = cline.parse({ question });
    expect(warningsOf(parsed)).toEqual(['options: too_few']);
    expect(issuesOf(cline.parse({ question }, { strict: true }))).toEqual(['options: too_few']);
    const written = cline.formatRequest(valueOf(parsed));
    expect(written).toMatchObject({ ok: true, value: { question } });
    expect(warningsOf(written)).toEqual(['questions[0].options: too_few']);
  });

  it('matches its message, but not its arguments, which other dialects write, too', () => {
    expect(detectDialect(message({ ...clineInput, selected: 'Make one' }))).toMatchObject({
      ok: true,
      dialect: { name: 'cline' },
    });
    for (const input of [clineInput, message(rooView), { ask: 'followup', text: question }, null]) {
      expect(cline.matches(input)).toBe(false);
    }
  });
});

it('roo.tool and cline.tool have the name and the fields of their tools [R-TOOL]', () => {
  expect(roo.tool).toMatchObject({ name: 'ask_followup_question' });
  expect(roo.tool.inputSchema).toMatchObject({
    required: ['question', 'follow_up'],
    properties: { follow_up: { minItems: 1, maxItems: 4, items: { required: ['text', 'mode'] } } },
  });
  expect(cline.tool).toMatchObject({ name: 'ask_question' });
  expect(cline.tool.inputSchema).toMatchObject({
    required: ['question', 'options'],
    properties: { options: { minItems: 2, maxItems: 5 } },
  });
});
