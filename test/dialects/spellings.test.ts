import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../src/core/index.js';
import { DIALECTS } from '../../src/dialects/catalogue.js';
import { askUser, claudeCode, codex, piQuestionnaire, roo, rooMode, vsCode } from '../../src/dialects/index.js';
import { answer, issuesOf, valueOf, warningsOf } from './helpers.js';

/** Dialects of forms or protocol events: a model does not write their questions. */
const OTHERWISE = new Set(['mcpElicitation', 'mcpInputRequired', 'agUi']);
const WRITTEN = DIALECTS.filter(({ name }) => !OTHERWISE.has(name));
const LENIENT = [{ name: 'parseRequest', parse: parseRequest }, ...WRITTEN];
/** Also without the dialect in which only a form has multi-select questions. */
const SEVERAL = LENIENT.filter(
  (one) => !('capabilities' in one) || (one.capabilities.multiSelect !== 'unsupported' && one.name !== 'copilotCli'),
);

const CHOICES = ['Yes (Recommended)', 'Show me how', 'Stop'];
const ASKED = { id: 'q', header: 'Tool', question: 'May I install the tool?', type: 'choice' };
const DESCRIBED = CHOICES.map((label) => ({ label, description: 'd' }));

const labelsOf = (parsed: ReturnType<typeof parseRequest>) =>
  valueOf(parsed).questions.map(({ options }) => options.map(({ label }) => label));

describe('options under another name [R-PARSE]', () => {
  it.each(LENIENT)('are shown by $name', ({ parse }) => {
    for (const name of ['options', 'choices', 'suggestions']) {
      for (const options of [CHOICES, DESCRIBED, JSON.stringify(CHOICES)]) {
        expect(labelsOf(parse({ ...ASKED, [name]: options }))).toEqual([CHOICES]);
        expect(labelsOf(parse({ questions: [{ ...ASKED, [name]: options }] }))).toEqual([CHOICES]);
      }
    }
  });

  it.each(LENIENT)('have issues with the name that the model wrote, in $name', ({ parse }) => {
    const parsed = parse({ ...ASKED, choices: [...CHOICES, { note: 'no label' }] });
    expect(issuesOf(parsed).map((issue) => issue.replace(/\w+: missing$/, ''))).toContain('choices[3].');
  });

  it('keep the fields of their dialect: a mode, a recommendation, a value', () => {
    const followUp = { question: 'Which?', choices: [{ text: 'Do it', mode: 'code' }, { text: 'No' }] };
    const asked = valueOf(roo.parse(followUp));
    expect(rooMode(answer(asked, { selected: [0] }), asked)).toBe('code');
    const advised = { header: 'H', question: 'Which?', choices: [{ label: 'A' }, { label: 'B', recommended: true }] };
    expect(valueOf(vsCode.parse({ questions: [advised] })).questions[0]?.options).toEqual(advised.choices);
    const valued = { prompt: 'Which?', choices: [{ value: 'pg', label: 'PostgreSQL' }] };
    expect(valueOf(piQuestionnaire.parse({ questions: [valued] })).questions[0]?.options[0]?.value).toBe('pg');
  });

  it('are those with the name of the format if a question has both', () => {
    expect(labelsOf(parseRequest({ ...ASKED, options: ['A', 'B'], choices: CHOICES }))).toEqual([['A', 'B']]);
  });
});

describe('a multi-select question under another name [R-PARSE]', () => {
  const names = ['multiSelect', 'multi_select', 'multiselect', 'multiple', 'multi', 'allowMultiple', 'allow_multiple'];

  it.each(SEVERAL)('is one in $name', ({ parse }) => {
    for (const name of names) {
      const { type: _type, ...asked } = ASKED;
      const parsed = parse({ ...asked, options: DESCRIBED, [name]: true });
      expect([name, valueOf(parsed).questions[0]?.multiSelect]).toEqual([name, true]);
    }
  });

  it('is reported under that name by a tool that allows one option per question', () => {
    const parsed = codex.parse({ questions: [{ ...ASKED, options: DESCRIBED, multi_select: true }] });
    expect(warningsOf(parsed)).toEqual(['questions[0].multi_select: dropped']);
  });

  it('has warnings with the name that the model wrote', () => {
    expect(warningsOf(parseRequest({ ...ASKED, options: CHOICES, multiple: 'maybe' }))).toEqual(['multiple: ignored']);
  });
});

describe('a preview under its old name [R-PARSE]', () => {
  const MARKDOWN = {
    questions: [
      {
        question: 'Which?',
        header: 'H',
        multiSelect: false,
        options: [
          { label: 'A', description: 'a', markdown: '+--+' },
          { label: 'B', description: 'b' },
        ],
      },
    ],
  };

  it.each([
    ['Claude Code', claudeCode, MARKDOWN],
    [
      'Claude Code, in its request',
      claudeCode,
      { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: MARKDOWN },
    ],
    ['Claude Code, as JSON text', claudeCode, JSON.stringify(MARKDOWN)],
    ['no dialect', { parse: parseRequest }, MARKDOWN],
  ])('is shown with %s', (_name, { parse }, input) => {
    const parsed = parse(input, { strict: true });
    expect(warningsOf(parsed)).toEqual([]);
    expect(valueOf(parsed).questions[0]?.options).toStrictEqual([
      { label: 'A', description: 'a', preview: '+--+' },
      { label: 'B', description: 'b' },
    ]);
  });

  it('gives way to a preview under its present name', () => {
    const both = { question: 'Which?', options: [{ label: 'A', preview: 'new', markdown: 'old' }, 'B'] };
    expect(valueOf(parseRequest(both)).questions[0]?.options[0]?.preview).toBe('new');
  });
});

describe('a field that changes what the user can answer, and that the dialect does not read [R-PARSE]', () => {
  const withOptions = { ...ASKED, options: DESCRIBED };
  const CASES: readonly (readonly [string, object, string])[] = [
    ['options under an unknown name', { ...ASKED, buttons: CHOICES }, 'buttons'],
    ['several selected options', { ...withOptions, selection_mode: 'multiple' }, 'selection_mode'],
    ['a number of selected options', { ...withOptions, maxSelections: 3 }, 'maxSelections'],
    ['no custom text', { ...withOptions, allow_free_text: false }, 'allow_free_text'],
    ['an answer that must be given', { ...withOptions, isRequired: true }, 'isRequired'],
    ['a secret', { ...ASKED, password: true }, 'password'],
    [
      'a disabled option',
      { ...ASKED, options: [...DESCRIBED, { label: 'Off', description: 'd', disabled: true }] },
      'options[3].disabled',
    ],
    [
      'a recommended option',
      { ...ASKED, options: [{ label: 'On', description: 'd', is_recommended: true }, ...DESCRIBED] },
      'options[0].is_recommended',
    ],
  ];
  /** Formats that refuse such a question, or in which every question has that meaning. */
  const OTHERWISE_READ = [
    'askUserJson buttons',
    'askUserJson password',
    'askUserJson allow_free_text',
    'deepAgents isRequired',
    'zed allow_free_text',
  ];

  it.each(CASES)('has a warning that names it: %s', (_name, question, path) => {
    for (const { name, parse } of WRITTEN) {
      if (OTHERWISE_READ.includes(`${name} ${path}`)) continue;
      const paths = warningsOf(parse({ questions: [question] })).map((warning) =>
        warning.replace(/(?:choices|follow_up)(?=\[)/, 'options').replace(/(?:ignored|dropped)$/, 'not read'),
      );
      expect([name, paths]).toEqual([name, expect.arrayContaining([`questions[0].${path}: not read`])]);
    }
  });

  it('is no text of the question, even if that is JSON', () => {
    const asked = { question: '[1, 2]', header: '["a"]', context: '[3]' };
    expect(warningsOf(askUser.parse(asked))).toEqual([]);
  });

  it.each(WRITTEN)('has no warning if it changes nothing, in $name', ({ parse }) => {
    const { type: _type, ...asked } = ASKED;
    const silent = {
      ...asked,
      options: DESCRIBED.map((option) => ({ ...option, disabled: false, is_recommended: false })),
      selection_mode: 'single',
      maxSelections: 1,
      allow_free_text: true,
      isRequired: false,
      password: false,
      mode: 'multiple_choice',
      tags: ['a'],
    };
    expect(warningsOf(parse({ questions: [silent] })).filter((one) => /(?:ignored|dropped)$/.test(one))).toEqual([]);
  });
});
