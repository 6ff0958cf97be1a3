import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askUser, DATABASE_AND_NAME, ended, folder, inside, json, main, shell, start } from './helpers.js';

const FILE = '.ask-user/pending-questions.json';
const FEATURES = { question: 'Which features?', options: ['Search', 'Exports', 'API'], multiSelect: true };

/** Creates a folder in which the request is pending. */
async function pending(request: unknown, ...args: readonly string[]): Promise<string> {
  const cwd = folder({ 'q.json': request });
  const { code, stderr } = await inside(['ask', 'q.json', '--print', ...args], { cwd });
  expect(code, stderr).toBe(4);
  return cwd;
}

/** Writes answers into the file, as an editor would. */
function edit(cwd: string, answers: readonly unknown[]): void {
  const path = join(cwd, FILE);
  const file: { questions: object[] } = JSON.parse(readFileSync(path, 'utf8'));
  const questions = file.questions.map((question, i) => ({ ...question, answer: answers[i] }));
  writeFileSync(path, JSON.stringify({ ...file, questions }));
}

const POSTGRES = {
  answered: true,
  answers: [
    {
      question: 'Which database should we use?',
      answer: 'PostgreSQL (Recommended)',
      selectedOption: 'PostgreSQL (Recommended)',
      wasCustom: false,
    },
    { question: 'What should we name this service?', answer: 'order-processor', wasCustom: true },
  ],
};

/** A file that a script has written, with ids and values. */
const WITH_VALUES = {
  questions: [
    {
      id: 'db',
      question: 'Which?',
      options: [{ label: 'PostgreSQL', value: 'pg' }, { label: 'pg', value: 'x' }, 'SQLite'],
    },
    { id: 'more', question: 'What else?', options: [{ label: 'Search', value: 's' }], multiSelect: true },
  ],
};

describe('ask-user answer --details [R-CLI]', () => {
  it('prints the result with the ids and values of the file', async () => {
    const cwd = await pending(WITH_VALUES);
    const ran = await inside(['answer', '--answers', '["PostgreSQL", ["s", "own"]]', '--details'], { cwd });
    expect(json(ran)).toEqual({
      status: 'answered',
      answers: [
        expect.objectContaining({ questionId: 'db', selected: [{ index: 0, label: 'PostgreSQL', value: 'pg' }] }),
        expect.objectContaining({
          questionId: 'more',
          selected: [{ index: 0, label: 'Search', value: 's' }],
          custom: 'own',
        }),
      ],
    });
    expect(ran.code).toBe(0);
  });

  it('reads a file without the request of an agent', async () => {
    const cwd = folder({ 'a.json': { questions: [{ id: 'db', question: 'Which?', options: ['A'], answer: 'A' }] } });
    const ran = await inside(['answer', 'a.json', '--details'], { cwd });
    expect(json(ran)).toMatchObject({ answers: [{ questionId: 'db', selected: [{ index: 0, label: 'A' }] }] });
  });
});

describe('ask-user answer [R-CLI] [R-RESULT]', () => {
  it('selects an option by its value in --answers, after the labels', async () => {
    const cwd = await pending(WITH_VALUES);
    const ran = await inside(['answer', '--answers', '{"db":"pg","more":"s"}'], { cwd });
    expect(json(ran)).toMatchObject({ answers: [{ selectedOption: 'pg' }, { answer: ['Search'], wasCustom: false }] });
    const again = await pending(WITH_VALUES);
    expect(json(await inside(['answer', '--answers', '["x", "s"]'], { cwd: again }))).toMatchObject({
      answers: [{ selectedOption: 'pg' }, {}],
    });
  });

  it('selects no option by its value in the file, in which the user sees only labels', async () => {
    const cwd = await pending(WITH_VALUES);
    edit(cwd, ['x', 's']);
    const ran = await inside(['answer'], { cwd });
    expect(json(ran)).toMatchObject({
      answers: [
        { answer: 'x', wasCustom: true },
        { answer: ['s'], wasCustom: true },
      ],
    });
  });

  it('completes an edited file, prints the result, and removes the file', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['PostgreSQL (Recommended)', 'order-processor']);
    const ran = await askUser(['answer'], { cwd });
    expect(json(ran)).toEqual(POSTGRES);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it('reads the answers from --answers', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    const ran = await shell(`ask-user answer --answers '["PostgreSQL (Recommended)", "order-processor"]'`, { cwd });
    expect(json(ran)).toEqual(POSTGRES);
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it('reads any other text as custom text, byte for byte', async () => {
    const cwd = await pending(DATABASE_AND_NAME, '--file', 'p.json');
    const ran = await inside(['answer', 'p.json', '--answers', '["I want to use DynamoDB", " 8080\\n😀"]'], { cwd });
    expect(json(ran)).toEqual({
      answered: true,
      answers: [
        { question: 'Which database should we use?', answer: 'I want to use DynamoDB', wasCustom: true },
        { question: 'What should we name this service?', answer: ' 8080\n😀', wasCustom: true },
      ],
    });
    expect(existsSync(join(cwd, 'p.json'))).toBe(false);
  });

  it.each([
    [['API', 'Audit log', 'Search'], ['Search', 'API', 'Audit log'], true],
    [['Exports'], ['Exports'], false],
    ['Exports', ['Exports'], false],
    ['Search, Exports', ['Search, Exports'], true],
    [['one', 'two'], ['one, two'], true],
    [['1'], ['1'], true],
  ])('reads %j for a multi-select question', async (written, answer, wasCustom) => {
    const cwd = await pending(FEATURES);
    const ran = await inside(['answer', '--answers', JSON.stringify([written])], { cwd });
    expect(json(ran)).toEqual({ answered: true, answers: [{ question: 'Which features?', answer, wasCustom }] });
  });

  it.each([
    [['A', 'A'], ''],
    [
      ['A', 'B'],
      'Not sent to the agent: answers[0]: Another option has the same name as the selected option or the custom text.\n',
    ],
  ])('distinguishes equal labels by order: %j', async (answer, stderr) => {
    const cwd = await pending({ question: 'Which?', options: ['A', 'A', 'B'], multiSelect: true });
    const ran = await inside(['answer', '--answers', JSON.stringify([answer])], { cwd });
    expect(json(ran)).toEqual({ answered: true, answers: [{ question: 'Which?', answer, wasCustom: false }] });
    expect(ran.stderr).toBe(stderr);
  });

  it.each([
    ['askUserQuestion', { answers: { 'Which features?': 'Search, API' } }],
    [
      'pilotDeck',
      {
        questions: [FEATURES],
        answers: { 'Which features?': ['Search', 'API'] },
      },
    ],
  ])('prints the result in the format of %s', async (dialect, expected) => {
    const cwd = await pending(FEATURES, '--dialect', dialect);
    expect(json(await inside(['answer', '--answers', '[["Search", "API"]]'], { cwd }))).toEqual(expected);
  });

  it('refuses custom text if the wire format has none', async () => {
    const cwd = await pending({ question: 'Which?', options: ['A', 'B'] }, '--dialect', 'askUserJson');
    const refused = await inside(['answer', '--answers', '["C"]'], { cwd });
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `ask-user: ${FILE}: question 1 ("Which?"): must be one of its options: "A", "B".\n`,
    });
    expect(json(await inside(['answer', '--answers', '["B"]'], { cwd }))).toBe(2);
  });

  it('accepts a file with questions and answers only', async () => {
    const cwd = folder({
      'mine.json': {
        questions: [
          { question: 'Which database?', answer: 'PostgreSQL (Recommended)' },
          { question: 'Which features?', answer: ['Search', 'API'] },
          { question: 'Where?', options: ['Here', 'There'], answer: 'There' },
        ],
      },
    });
    expect(json(await inside(['answer', 'mine.json'], { cwd }))).toEqual({
      answered: true,
      answers: [
        { question: 'Which database?', answer: 'PostgreSQL (Recommended)', wasCustom: true },
        { question: 'Which features?', answer: 'Search, API', wasCustom: true },
        { question: 'Where?', answer: 'There', selectedOption: 'There', wasCustom: false },
      ],
    });
    expect(existsSync(join(cwd, 'mine.json'))).toBe(false);
  });

  it('matches questions in order if their text was shortened, and returns the agent’s text', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    const path = join(cwd, FILE);
    const file: object = JSON.parse(readFileSync(path, 'utf8'));
    const questions = [
      { question: 'Which database?', answer: 'PostgreSQL (Recommended)' },
      { question: 'Service name?', answer: 'order-processor' },
    ];
    writeFileSync(path, JSON.stringify({ ...file, questions }));
    expect(json(await inside(['answer'], { cwd }))).toEqual(POSTGRES);
  });

  it.each([
    ['too few answers', ['SQLite'], 'expected 2 answers (one for each question), got 1'],
    ['too many answers', ['SQLite', 'x', 'y'], 'expected 2 answers (one for each question), got 3'],
    [
      'a number',
      [1, 'x'],
      'question 1 ("Which database should we use?"): must be a string: "1" (a number does not select an option by position)',
    ],
    [
      'a list for a single-select question, and a missing answer',
      [['SQLite'], null],
      'no answer to question 2 ("What should we name this service?"); ' +
        'question 1 ("Which database should we use?"): must be one string, not a list',
    ],
    ['an object', ['SQLite', {}], 'question 2 ("What should we name this service?"): must be a string'],
  ])('refuses %s in one line, and keeps the file', async (_, answers, why) => {
    const cwd = await pending(DATABASE_AND_NAME);
    const before = readFileSync(join(cwd, FILE), 'utf8');
    const ran = await inside(['answer', '--answers', JSON.stringify(answers)], { cwd });
    expect(ran).toEqual({ code: 1, signal: null, stdout: '', stderr: `ask-user: ${FILE}: ${why}.\n` });
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
  });

  it.each([
    [DATABASE_AND_NAME, ['SQLite', ' '], 'question 2 ("What should we name this service?")'],
    [DATABASE_AND_NAME, { q1: 'SQLite' }, 'question 2 ("What should we name this service?")'],
    [
      DATABASE_AND_NAME,
      [null, null],
      'question 1 ("Which database should we use?"), question 2 ("What should we name this service?")',
    ],
    [FEATURES, [[]], 'question 1 ("Which features?")'],
  ])(
    'exits with 4 if answers are missing, prints nothing, and keeps the file: %#',
    async (request, answers, missing) => {
      const cwd = await pending(request);
      const before = readFileSync(join(cwd, FILE), 'utf8');
      const stderr = `ask-user: ${FILE}: no answer to ${missing}.\n`;
      const ran = await askUser(['answer', '--answers', JSON.stringify(answers)], { cwd });
      expect(ran).toEqual({ code: 4, signal: null, stdout: '', stderr });
      expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
    },
  );

  it('exits with 4 while answers are missing in the file', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', null]);
    expect(await askUser(['answer'], { cwd })).toMatchObject({ code: 4, stdout: '' });
    edit(cwd, ['SQLite', 'x']);
    expect(await askUser(['answer'], { cwd })).toMatchObject({ code: 0 });
  });

  it('matches an object by id and by text, in any order', async () => {
    const cwd = await pending({
      questions: [{ ...FEATURES, id: 'features' }, { question: 'Name?' }, { question: 'q1' }],
    });
    const answers = { q1: 'text of the third', 'Name?': 'x', features: ['API', 'Search'] };
    const ran = await inside(['answer', '--answers', JSON.stringify(answers)], { cwd });
    expect(json(ran)).toMatchObject({
      answers: [{ answer: ['Search', 'API'] }, { answer: 'x' }, { answer: 'text of the third' }],
    });
  });

  it.each([
    [{ q1: 'A', q2: 'A', nmae: 'x' }, 'no question has the id or the text "nmae"'],
    [{ q1: 'A', 'Same?': 'A' }, '2 questions have the text "Same?": use their ids, or a list'],
    [{ other: 'A', 'Other?': 'A' }, 'question 3 ("Other?") has two answers'],
    [
      { q1: 1, q2: 'A', other: 'A' },
      'question 1 ("Same?"): must be a string: "1" (a number does not select an option by position)',
    ],
    [{ __proto__: 'x' }, 'no answer to'],
    [{ constructor: 'x' }, 'no question has the id or the text "constructor"'],
  ])('refuses an object with a wrong name or value, and keeps the file: %#', async (answers, why) => {
    const cwd = await pending({
      questions: [{ question: 'Same?' }, { question: 'Same?' }, { question: 'Other?', id: 'other' }],
    });
    const ran = await inside(['answer', '--answers', JSON.stringify(answers)], { cwd });
    expect(ran).toMatchObject({ code: why.startsWith('no answer') ? 4 : 1, stdout: '' });
    expect(ran.stderr).toContain(`${FILE}: ${why}`);
    expect(existsSync(join(cwd, FILE))).toBe(true);
  });

  it.each([
    [['Search', 2], 'question 1 ("Which features?"): each item of the list must be a string that is not blank'],
    [['Search', 'Search'], 'question 1 ("Which features?"): contains an option twice'],
  ])('refuses %j for a multi-select question', async (written, why) => {
    const cwd = await pending(FEATURES);
    const ran = await inside(['answer', '--answers', JSON.stringify([written])], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${FILE}: ${why}.\n` });
  });

  it('refuses answers both in the file and in --answers', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, [null, 'order-processor']);
    const ran = await inside(['answer', '--answers', '["SQLite", "x"]'], { cwd });
    const why = 'already has an answer to question 2. Use the file or --answers, not both.';
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${FILE} ${why}\n` });
  });

  it.each([
    ['moved', (list: object[]) => list.reverse(), ': question 1 was moved. Restore the original order.'],
    ['removed', (list: object[]) => list.slice(1), ' has 1 questions, but the agent asked 2.'],
  ])('refuses a file whose questions were %s', async (_, change, why) => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const file: { questions: object[] } = JSON.parse(readFileSync(join(cwd, FILE), 'utf8'));
    writeFileSync(join(cwd, FILE), JSON.stringify({ ...file, questions: change(file.questions) }));
    expect(await inside(['answer'], { cwd })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `ask-user: ${FILE}${why}\n`,
    });
  });

  it.each([
    ['a missing file', undefined, /^ask-user: No questions are pending: p\.json does not exist\.\n$/],
    ['invalid JSON', '{"questions":[', /^ask-user: p\.json is not valid JSON: .*\n$/],
    ['another file', '[]', /^ask-user: p\.json does not contain pending questions\. .*\n$/],
    ['an empty list of questions', '{"questions":[]}', /^ask-user: p\.json does not contain pending questions\. .*\n$/],
    [
      'an unknown dialect',
      '{"questions":[{"question":"?"}],"dialect":"x"}',
      /^ask-user: p\.json: unknown dialect "x"\.\n$/,
    ],
  ])('reports %s in one line', async (_, content, line) => {
    const cwd = folder(content === undefined ? {} : { 'p.json': content });
    const ran = await inside(['answer', 'p.json'], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(line);
  });

  it('does not read through a symbolic link', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    renameSync(join(cwd, FILE), join(cwd, 'real.json'));
    symlinkSync('../real.json', join(cwd, FILE));
    const ran = await askUser(['answer'], { cwd });
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `ask-user: Cannot read ${FILE}: is a symbolic link (ELOOP).\n`,
    });
    expect(existsSync(join(cwd, 'real.json'))).toBe(true);
  });

  it.each(['nonsense', '"SQLite"', '1', 'null'])(
    'refuses --answers %j, which is no JSON list or object',
    async (text) => {
      const ran = await inside(['answer', '--answers', text], { cwd: await pending(DATABASE_AND_NAME) });
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toMatch(/^ask-user: --answers requires .*JSON.*\n$/);
    },
  );

  it('succeeds for exactly one of four concurrent runs', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const runs = await Promise.all(Array.from({ length: 4 }, () => askUser(['answer'], { cwd })));
    expect(runs.filter(({ code }) => code === 1)).toHaveLength(3);
    expect(runs.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual([]);
  });

  const LONG = 'x'.repeat(300_000);

  /**
   * Starts a run that has claimed the file and waits for the reader of its output, which is larger than a pipe
   * buffer.
   */
  async function answering() {
    const cwd = folder({ 'p.json': { questions: [{ question: 'Which?', answer: LONG }] } });
    const child = start(process.execPath, [main, 'answer', 'p.json'], { cwd });
    await new Promise((resolve) => child.stdout?.once('readable', resolve));
    return { cwd, child };
  }

  it('claims the file while it prints, and restores the file if it is terminated', async () => {
    const { cwd, child } = await answering();
    expect(readdirSync(cwd)).toEqual([expect.stringMatching(/^p\.json\.answering-/)]);
    const second = await askUser(['answer', 'p.json'], { cwd });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(
      /^ask-user: No questions are pending: p\.json does not exist\. Another process is answering p\.json\.answering-\S+\. .*\n$/,
    );
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    child.stdout?.destroy();
    expect(readdirSync(cwd)).toEqual(['p.json']);
    expect(JSON.parse(readFileSync(join(cwd, 'p.json'), 'utf8'))).toMatchObject({ questions: [{ answer: LONG }] });
  });

  it('loses nothing if it is killed while it prints: the file is found, and can be answered', async () => {
    const { cwd, child } = await answering();
    const run = ended(child);
    child.kill('SIGKILL');
    await run;
    const [name = ''] = readdirSync(cwd);
    const shown = await askUser(['questions', 'show', 'p.json'], { cwd });
    expect(json(shown)).toMatchObject({ pending: true, pendingFile: name, questions: [{ answer: LONG }] });
    expect(shown.stderr).toContain(`\nAnother process is answering ${name}. If none is running, it was killed: `);
    expect(json(await askUser(['answer', name], { cwd }))).toMatchObject({ answers: [{ answer: LONG }] });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('refuses a request as a file of pending questions', async () => {
    const cwd = folder({ 'q.json': DATABASE_AND_NAME });
    const ran = await inside(['answer', 'q.json', '--answers', '["SQLite", "x"]'], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^ask-user: q\.json does not contain pending questions\. .*\n$/);
    expect(existsSync(join(cwd, 'q.json'))).toBe(true);
  });

  it.each(['>&-', '> /dev/null'])('keeps the file if standard output is discarded: %s', async (redirection) => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const before = readFileSync(join(cwd, FILE), 'utf8');
    const why = 'Standard output is closed or /dev/null, so no program would read the answer.';
    expect(await shell(`ask-user answer ${redirection}`, { cwd })).toMatchObject({
      code: 1,
      stderr: `ask-user: ${why} The questions are still in ${FILE}.\n`,
    });
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual(['pending-questions.json']);
  });

  it('keeps the file if standard output is full', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const before = readFileSync(join(cwd, FILE), 'utf8');
    const ran = await shell('ask-user answer > /dev/full', { cwd });
    expect(ran).toMatchObject({
      code: 1,
      stderr:
        'ask-user: Cannot write all of the result to standard output: disk full (ENOSPC). The questions are still in .ask-user/pending-questions.json.\n',
    });
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
  });
});
