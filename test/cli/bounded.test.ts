import { describe, expect, it } from 'vitest';
import { parseAnswers } from '../../src/pending/answers.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { folder, inside, json, type Ran } from './helpers.js';

const MOST = 50;
const BYTES = 64 * 1024;
const questionsOf = <T>(make: (i: number) => T) => Array.from({ length: 100 }, (_, i) => make(i));
const lines = ({ stderr }: Ran) => stderr.split('\n').slice(0, -1);

describe('the command’s messages about a large request', () => {
  it('list at most 50 questions without text, on one line [R-CLI]', async () => {
    const cwd = folder({ 'q.json': { questions: questionsOf(() => ({ question: '\u200b' })) } });
    const ran = await inside(['ask', 'q.json', '--print', '--dialect', 'askUserQuestion'], { cwd });
    expect(ran.code).toBe(1);
    expect(lines(ran)).toHaveLength(1);
    expect(ran.stdout.length).toBeLessThan(BYTES);
    expect(ran.stdout.match(/Must contain visible/g)?.length).toBeLessThan(MOST);
  });

  it('list at most 50 losses of a conversion [R-CLI]', async () => {
    const options = [{ label: 'a', preview: 'p' }, { label: 'a' }];
    const questions = questionsOf((i) => ({
      question: `Question ${i}`,
      context: 'c',
      header: 'h'.repeat(30),
      options,
    }));
    const ran = await inside(['convert', 'q.json', '--from', 'askUser', '--to', 'askUserQuestion'], {
      cwd: folder({ 'q.json': { questions } }),
    });
    expect(ran.code).toBe(0);
    expect(lines(ran).length).toBeGreaterThan(40);
    expect(lines(ran).length).toBeLessThanOrEqual(MOST);
  });

  it('list at most 50 losses of an answer [R-CLI]', async () => {
    const options = ['a', 'b', 'a, b'];
    const questions = questionsOf((i) => ({ question: `Question ${i}`, header: 'h', options, multiSelect: true }));
    const answered = questionsOf((i) => ({ question: `Question ${i}`, answer: ['a', 'b'] }));
    const ran = await inside(['answer', 'p.json'], {
      cwd: folder({ 'p.json': { questions: answered, dialect: 'askUserQuestion', request: { questions } } }),
    });
    expect(ran.code).toBe(0);
    expect(json(ran)).toHaveProperty(['answers', 'Question 99'], 'a, b');
    expect(lines(ran).length).toBeGreaterThan(40);
    expect(lines(ran).length).toBeLessThanOrEqual(MOST);
  });

  it('do not repeat the whole name of an unknown dialect [R-CLI]', async () => {
    const pending = { questions: [{ question: 'Name?', answer: 'x' }], dialect: 'd'.repeat(100_000) };
    const ran = await inside(['answer', 'p.json'], { cwd: folder({ 'p.json': pending }) });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/unknown dialect "d+…"\.\n$/);
    expect(ran.stderr.length).toBeLessThan(200);
  });
});

describe('parseAnswers', () => {
  const options = Array.from({ length: 1_000 }, (_, i) => ({ label: `${i} `.padEnd(2_000, 'x') }));
  const request: AskUserRequest = {
    requestId: 'r',
    questions: questionsOf((i) => ({
      id: `q${i}`,
      question: 'Q'.repeat(9_000),
      options,
      multiSelect: false,
      constraints: { allowCustom: false },
    })),
  };

  it('names at most 50 wrong answers and 10 labels of each, and counts the rest [R-CLI]', () => {
    const written = parseAnswers(
      request,
      questionsOf(() => 'none of them'),
    );
    const problems = written.ok ? [] : written.problems;
    expect(problems).toHaveLength(MOST);
    expect(problems[0]).toMatch(/^question 1 \("Q+…"\): must be one of its options: "0 x+…", .*"9 x+…", 990 more$/);
    expect(problems.at(-1)).toBe('51 more');
    expect(problems.join('; ').length).toBeLessThan(BYTES);
  });

  it('names at most 50 questions without an answer [R-CLI]', () => {
    const written = parseAnswers(
      request,
      questionsOf(() => null),
    );
    expect(written.ok ? [] : written.problems).toEqual([expect.stringMatching(/question 50 \("Q+…"\), 50 more$/)]);
  });
});
