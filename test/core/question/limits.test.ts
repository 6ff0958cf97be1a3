import { describe, expect, it } from 'vitest';
import { type Limits, LIMITS } from '../../../src/core/question/limits.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';

const option = (i: number) => ({ label: `Label ${i}`, description: `Description ${i}` });
const options = (n: number) => Array.from({ length: n }, (_, i) => option(i));
const question = (i: number, n = 2) => ({ question: `Question ${i}?`, header: `Head ${i}`, options: options(n) });
const questions = (n: number, m = 2) => ({ questions: Array.from({ length: n }, (_, i) => question(i, m)) });

/** Returns the findings of a lenient and a strict parse, which must be equal, as warnings and as issues. */
function findings(input: unknown, limits: Limits): string[] {
  const lenient = parseRequest(input, { limits });
  const strict = parseRequest(input, { limits, strict: true });
  if (!lenient.ok) throw new Error(`refused: ${JSON.stringify(lenient.issues)}`);
  expect(strict.ok).toBe(lenient.warnings.length === 0);
  if (!strict.ok) expect(strict.issues).toEqual(lenient.warnings);
  return lenient.warnings.map(({ code, path }) => `${code} ${path}`);
}

describe('LIMITS [R-LIMITS]', () => {
  it('are plain data that survives JSON, so that a schema can be made from them [R-LIMITS]', () => {
    expect(JSON.parse(JSON.stringify(LIMITS))).toEqual(LIMITS);
  });

  it('equal the limits of their sources [R-LIMITS]', () => {
    const few = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4, optionsRequired: true };
    expect(LIMITS.askUserQuestion).toEqual(few);
    expect(LIMITS.pilotDeck).toEqual({
      ...few,
      headerRequired: true,
      headerMaxLength: 12,
      descriptionRequired: true,
      uniqueQuestions: true,
      uniqueLabels: true,
    });
    expect(LIMITS.askUser).toEqual({ minQuestions: 1, minOptions: 0 });
    expect(LIMITS.json).toEqual({
      minQuestions: 1,
      maxQuestions: 1,
      minOptions: 2,
      maxOptions: 20,
      optionsRequired: true,
    });
    expect(LIMITS.display).toEqual({
      questions: 100,
      options: 1000,
      question: 10_000,
      context: 10_000,
      description: 10_000,
      label: 2000,
      header: 2000,
      preview: 50_000,
    });
  });
});

describe('the limits of a dialect [R-LIMITS]', () => {
  const { askUserQuestion, pilotDeck, askUser, json } = LIMITS;
  const textOnly = { questions: [{ ...question(0), options: undefined }] };
  const noHeader = { questions: [{ ...question(0), header: undefined }] };
  const noDescription = { questions: [{ ...question(0), options: [option(0), { label: 'B' }, 'C'] }] };
  const header = (text: string) => ({ questions: [{ ...question(0), header: text }] });
  const sameTexts = { questions: [question(0), question(1), question(0), question(0)] };
  const sameLabels = { questions: [{ ...question(0), options: [option(0), option(1), option(0)] }] };
  const emptyTexts = {
    questions: [{ ...question(0), header: '', options: [option(0), { label: '', description: '' }] }],
  };

  it.each<[string, Limits, unknown, string[]]>([
    ['askUserQuestion: 4 x 4', askUserQuestion, questions(4, 4), []],
    ['askUserQuestion: 5 questions', askUserQuestion, questions(5), ['too_many questions']],
    ['askUserQuestion: 5 options', askUserQuestion, questions(1, 5), ['too_many questions[0].options']],
    ['askUserQuestion: 1 option', askUserQuestion, questions(1, 1), ['too_few questions[0].options']],
    ['askUserQuestion: no options', askUserQuestion, textOnly, ['too_few questions[0].options']],
    ['askUserQuestion: [] for options', askUserQuestion, questions(1, 0), ['too_few questions[0].options']],
    ['askUserQuestion: a string as a question', askUserQuestion, ['Why?'], ['too_few [0]']],
    [
      'askUserQuestion: no header, no description',
      askUserQuestion,
      { questions: [{ question: '?', options: ['A', 'B'] }] },
      [],
    ],
    [
      'askUserQuestion: equal texts and labels',
      askUserQuestion,
      {
        questions: [
          { question: '?', options: ['A', 'A'] },
          { question: '?', options: ['B', 'B'] },
        ],
      },
      [],
    ],
    ['pilotDeck: 4 x 4', pilotDeck, questions(4, 4), []],
    ['pilotDeck: 5 questions', pilotDeck, questions(5), ['too_many questions']],
    ['pilotDeck: 5 options', pilotDeck, questions(1, 5), ['too_many questions[0].options']],
    ['pilotDeck: no header', pilotDeck, noHeader, ['missing questions[0].header']],
    ['pilotDeck: header of 12', pilotDeck, header('twelve chars'), []],
    ['pilotDeck: header of 13', pilotDeck, header('thirteen char'), ['too_long questions[0].header']],
    ['pilotDeck: header of 6 emoji, 12 units', pilotDeck, header('😀😀😀😀😀😀'), []],
    ['pilotDeck: header of 7 emoji, 14 units', pilotDeck, header('😀😀😀😀😀😀😀'), ['too_long questions[0].header']],
    [
      'pilotDeck: no description',
      pilotDeck,
      noDescription,
      ['missing questions[0].options[1].description', 'missing questions[0].options[2]'],
    ],
    ['pilotDeck: empty header, label and description', pilotDeck, emptyTexts, []],
    [
      'pilotDeck: equal questions',
      pilotDeck,
      sameTexts,
      ['duplicate questions[2].question', 'duplicate questions[3].question'],
    ],
    ['pilotDeck: equal labels', pilotDeck, sameLabels, ['duplicate questions[0].options[2].label']],
    ['pilotDeck: equal labels of different questions', pilotDeck, questions(2), []],
    ['askUser: 50 questions', askUser, questions(50), []],
    ['askUser: 100 options', askUser, questions(1, 100), []],
    ['askUser: 1 option', askUser, questions(1, 1), []],
    ['askUser: no options', askUser, textOnly, []],
    ['askUser: equal labels', askUser, sameLabels, []],
    ['json: 20 options', json, questions(1, 20), []],
    ['json: 21 options', json, questions(1, 21), ['too_many questions[0].options']],
    ['json: 1 option', json, question(0, 1), ['too_few options']],
    ['json: no options', json, { question: 'Why?' }, ['too_few options']],
    ['json: 2 questions', json, questions(2), ['too_many questions']],
    ['a blank question', askUser, { question: ' \n\t' }, ['empty question']],
    ['an empty question', askUser, { question: '' }, ['empty question']],
    ['2 options or none: none', { minQuestions: 1, minOptions: 2 }, textOnly, []],
    ['2 options or none: 1', { minQuestions: 1, minOptions: 2 }, questions(1, 1), ['too_few questions[0].options']],
    ['2 or more questions: 1', { minQuestions: 2, minOptions: 0 }, questions(1), ['too_few questions']],
    ['2 or more questions: one without a list', { minQuestions: 2, minOptions: 0 }, question(0), ['too_few questions']],
  ])('are warnings, and issues if strict: %s [R-LIMITS]', (_, limits, input, expected) => {
    expect(findings(input, limits)).toEqual(expected);
  });

  it('state in the message what was sent and what to send [R-LIMITS]', () => {
    const message = (input: unknown, limits: Limits) => {
      const parsed = parseRequest(input, { limits, strict: true });
      return parsed.ok ? undefined : parsed.issues[0]?.message;
    };
    expect(message(questions(5), askUserQuestion)).toBe('Must have 1-4 items, has 5.');
    expect(message(questions(2), json)).toBe('Must have 1 item, has 2.');
    expect(message(questions(1), { minQuestions: 2, minOptions: 0 })).toBe('Must have at least 2 items, has 1.');
    expect(message(header('thirteen char'), pilotDeck)).toBe('Must have at most 12 characters, has 13.');
  });

  it('do not turn other warnings into issues if strict [R-LIMITS]', () => {
    const input = { questions: [{ ...question(0), id: 7, multiSelect: 'true', constraints: {} }], answers: { x: 'y' } };
    expect(parseRequest(input, { strict: true, limits: pilotDeck })).toMatchObject({
      ok: true,
      warnings: [{ code: 'dropped' }, { code: 'coerced' }, { code: 'coerced' }, { code: 'dropped' }],
    });
  });
});

describe('the limits of the display [R-LIMITS]', () => {
  const many = (length: number) => 'x'.repeat(length);
  const with1 = (field: string, text: string) => ({ questions: [{ ...question(0), [field]: text }] });
  const optionWith = (field: string, text: string) => ({
    questions: [{ ...question(0), options: [{ ...option(0), [field]: text }] }],
  });

  it.each<[string, unknown, unknown, string]>([
    ['101 questions', questions(100), questions(101), 'too_many questions'],
    ['101 texts', Array(100).fill('?'), Array(101).fill('?'), 'too_many '],
    ['1,001 options', questions(1, 1000), questions(1, 1001), 'too_many questions[0].options'],
    [
      '10,001 characters in a question',
      with1('question', many(10_000)),
      with1('question', many(10_001)),
      'too_long questions[0].question',
    ],
    [
      '10,001 characters in a context',
      with1('context', many(10_000)),
      with1('context', many(10_001)),
      'too_long questions[0].context',
    ],
    [
      '2,001 characters in a header',
      with1('header', many(2000)),
      with1('header', many(2001)),
      'too_long questions[0].header',
    ],
    [
      '2,001 characters in a label',
      optionWith('label', many(2000)),
      optionWith('label', many(2001)),
      'too_long questions[0].options[0].label',
    ],
    [
      '10,001 characters in a description',
      optionWith('description', many(10_000)),
      optionWith('description', many(10_001)),
      'too_long questions[0].options[0].description',
    ],
    [
      '50,001 characters in a preview',
      optionWith('preview', many(50_000)),
      optionWith('preview', many(50_001)),
      'too_long questions[0].options[0].preview',
    ],
    [
      '2,001 characters in an option given as a string',
      [{ question: '?', options: [many(2000)] }],
      [{ question: '?', options: [many(2001)] }],
      'too_long [0].options[0]',
    ],
  ])('refuse %s, and never cut [R-LIMITS]', (_, most, tooMuch, finding) => {
    expect(parseRequest(most)).toMatchObject({ ok: true, warnings: [] });
    const parsed = parseRequest(tooMuch);
    expect(parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([finding]);
  });

  it('refuse an array that is too long without walking it [R-LIMITS]', () => {
    const untouchable = new Proxy(Array(1001), {
      get: (target, key) => {
        if (key !== 'length') throw new Error(`walked: ${String(key)}`);
        return target.length;
      },
    });
    const codes = (input: unknown) => {
      const parsed = parseRequest(input);
      return parsed.ok ? [] : parsed.issues.map(({ code }) => code);
    };
    expect(codes({ questions: untouchable })).toEqual(['too_many']);
    expect(codes({ question: '?', options: untouchable })).toEqual(['too_many']);
  });
});
