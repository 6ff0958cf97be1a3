import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askUser, DATABASE_AND_NAME, ended, folder, inside, json, main, shell, start } from './helpers.js';

const FILE = '.ask-user/pending-questions.json';
const FEATURES = { question: 'Which features?', options: ['Search', 'Exports', 'API'], multiSelect: true };

/** A folder in which the request waits. */
async function pending(request: unknown, ...args: readonly string[]): Promise<string> {
  const cwd = folder({ 'q.json': request });
  const { code, stderr } = await inside(['ask', 'q.json', '--print', ...args], { cwd });
  expect(code, stderr).toBe(0);
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

describe('[R-CLI] [R-RESULT] ask-user answer', () => {
  it('completes an edited file, prints the result, and removes the file', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['PostgreSQL (Recommended)', 'order-processor']);
    const ran = await askUser(['answer'], { cwd });
    expect(json(ran)).toEqual(POSTGRES);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it('answers in one line', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    const ran = await shell(`ask-user answer --answers '["PostgreSQL (Recommended)", "order-processor"]'`, { cwd });
    expect(json(ran)).toEqual(POSTGRES);
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it('takes any other text as the person’s own words, byte for byte', async () => {
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
  ])('reads %j for a question that takes several', async (written, answer, wasCustom) => {
    const cwd = await pending(FEATURES);
    const ran = await inside(['answer', '--answers', JSON.stringify([written])], { cwd });
    expect(json(ran)).toEqual({ answered: true, answers: [{ question: 'Which features?', answer, wasCustom }] });
  });

  it.each([
    [['A', 'A'], ''],
    [
      ['A', 'B'],
      'Not in what the agent reads: answers[0]: Another option has the same name as the selected option or the custom text.\n',
    ],
  ])('tells equal labels apart by their order: %j', async (answer, stderr) => {
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
  ])('prints the result as %s reads it', async (dialect, expected) => {
    const cwd = await pending(FEATURES, '--dialect', dialect);
    expect(json(await inside(['answer', '--answers', '[["Search", "API"]]'], { cwd }))).toEqual(expected);
  });

  it('knows a wire without own words', async () => {
    const cwd = await pending({ question: 'Which?', options: ['A', 'B'] }, '--dialect', 'askUserJson');
    const refused = await inside(['answer', '--answers', '["C"]'], { cwd });
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `ask-user: ${FILE}: question 1 ("Which?"): takes one of its options: "A", "B"\n`,
    });
    expect(json(await inside(['answer', '--answers', '["B"]'], { cwd }))).toBe(2);
  });

  it('works from what is left of a file that has questions and answers alone', async () => {
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

  it('goes by position where the text of a question was shortened, and gives the agent its own text', async () => {
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
    ['too few answers', ['SQLite'], 'expected 2 answers, one for each question, got 1'],
    ['too many answers', ['SQLite', 'x', 'y'], 'expected 2 answers, one for each question, got 3'],
    [
      'answers that are missing',
      [null, ' '],
      'no answer to question 1 ("Which database should we use?"), question 2 ("What should we name this service?")',
    ],
    [
      'a number',
      [1, 'x'],
      'question 1 ("Which database should we use?"): write the answer as a text: "1" (a number is not a position)',
    ],
    [
      'a list for one choice, and a missing answer',
      [['SQLite'], null],
      'no answer to question 2 ("What should we name this service?"); ' +
        'question 1 ("Which database should we use?"): takes one text, not a list',
    ],
    ['an object', ['SQLite', {}], 'question 2 ("What should we name this service?"): write the answer as a text'],
  ])('refuses %s in one line, and keeps the file', async (_, answers, why) => {
    const cwd = await pending(DATABASE_AND_NAME);
    const before = readFileSync(join(cwd, FILE), 'utf8');
    const ran = await inside(['answer', '--answers', JSON.stringify(answers)], { cwd });
    expect(ran).toEqual({ code: 1, signal: null, stdout: '', stderr: `ask-user: ${FILE}: ${why}\n` });
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
  });

  it.each([
    [[], 'no answer to question 1 ("Which features?")'],
    [['Search', 2], 'question 1 ("Which features?"): write each answer of the list as a text'],
    [['Search', 'Search'], 'question 1 ("Which features?"): names an option twice'],
  ])('refuses %j for a question that takes several', async (written, why) => {
    const cwd = await pending(FEATURES);
    const ran = await inside(['answer', '--answers', JSON.stringify([written])], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${FILE}: ${why}\n` });
  });

  it('takes no answers from the file and the command at once', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, [null, 'order-processor']);
    const ran = await inside(['answer', '--answers', '["SQLite", "x"]'], { cwd });
    const why = 'has an answer to question 2 already; use the file or --answers, not both';
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${FILE} ${why}\n` });
  });

  it.each([
    ['moved', (list: object[]) => list.reverse(), ': question 1 was moved; put the questions back in their order'],
    ['removed', (list: object[]) => list.slice(1), ' has 1 questions, but the agent asked 2'],
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
    ['no file', undefined, /^ask-user: there are no pending questions: no file p\.json\n$/],
    ['bad JSON', '{"questions":[', /^ask-user: p\.json is not valid JSON: .*\n$/],
    ['another file', '[]', /^ask-user: p\.json is not a file of pending questions: .*\n$/],
    ['no questions', '{"questions":[]}', /^ask-user: p\.json is not a file of pending questions: .*\n$/],
    [
      'an unknown dialect',
      '{"questions":[{"question":"?"}],"dialect":"x"}',
      /^ask-user: p\.json: there is no dialect "x"\n$/,
    ],
    [
      'a broken request',
      '{"questions":[{"question":"?"}],"request":7}',
      /^ask-user: p\.json: its request can't be read: .*\n$/,
    ],
  ])('says what is wrong: %s', async (_, content, line) => {
    const cwd = folder(content === undefined ? {} : { 'p.json': content });
    const ran = await inside(['answer', 'p.json'], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(line);
  });

  it('does not read through a link', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    renameSync(join(cwd, FILE), join(cwd, 'real.json'));
    symlinkSync('../real.json', join(cwd, FILE));
    const ran = await askUser(['answer'], { cwd });
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `ask-user: ${FILE} can't be read: it is a symbolic link (ELOOP)\n`,
    });
    expect(existsSync(join(cwd, 'real.json'))).toBe(true);
  });

  it.each(['nonsense', '"SQLite"', '{"1":"SQLite"}'])('takes --answers as a JSON list only, not %j', async (text) => {
    const ran = await inside(['answer', '--answers', text], { cwd: await pending(DATABASE_AND_NAME) });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^ask-user: --answers takes a JSON list.*\n$/);
  });

  it('succeeds for exactly one of two runs at once', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const runs = await Promise.all(Array.from({ length: 4 }, () => askUser(['answer'], { cwd })));
    expect(runs.filter(({ code }) => code === 1)).toHaveLength(3);
    expect(runs.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual([]);
  });

  const LONG = 'x'.repeat(300_000);

  /** A run that has the file, and waits for whoever reads its output: it is more than a pipe holds. */
  async function answering() {
    const cwd = folder({ 'p.json': { questions: [{ question: 'Which?', answer: LONG }] } });
    const child = start(process.execPath, [main, 'answer', 'p.json'], { cwd });
    await new Promise((resolve) => child.stdout?.once('readable', resolve));
    return { cwd, child };
  }

  it('is alone with the file while it prints; stopped then, it gives the file back', async () => {
    const { cwd, child } = await answering();
    expect(readdirSync(cwd)).toEqual([expect.stringMatching(/^p\.json\.answering-/)]);
    const second = await askUser(['answer', 'p.json'], { cwd });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(
      /^ask-user: there are no pending questions: no file p\.json; p\.json\.answering-\S+ is being answered by another run\. .*\n$/,
    );
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    child.stdout?.destroy();
    expect(readdirSync(cwd)).toEqual(['p.json']);
    expect(JSON.parse(readFileSync(join(cwd, 'p.json'), 'utf8'))).toMatchObject({ questions: [{ answer: LONG }] });
  });

  it('loses nothing when it is killed while it prints: the file is found, and can be answered', async () => {
    const { cwd, child } = await answering();
    const run = ended(child);
    child.kill('SIGKILL');
    await run;
    const [name = ''] = readdirSync(cwd);
    const shown = await askUser(['questions', 'show', 'p.json'], { cwd });
    expect(json(shown)).toMatchObject({ pending: true, pendingFile: name, questions: [{ answer: LONG }] });
    expect(shown.stderr).toContain(`\n${name} is being answered by another run. If none is running, one was killed: `);
    expect(json(await askUser(['answer', name], { cwd }))).toMatchObject({ answers: [{ answer: LONG }] });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('takes a request for no file of pending questions', async () => {
    const cwd = folder({ 'q.json': DATABASE_AND_NAME });
    const ran = await inside(['answer', 'q.json', '--answers', '["SQLite", "x"]'], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^ask-user: q\.json is not a file of pending questions: .*\n$/);
    expect(existsSync(join(cwd, 'q.json'))).toBe(true);
  });

  it.each(['>&-', '> /dev/null'])('keeps the file where nothing would read the answer: %s', async (redirection) => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const before = readFileSync(join(cwd, FILE), 'utf8');
    const why = 'standard output is closed or /dev/null, so nothing would read the answer';
    expect(await shell(`ask-user answer ${redirection}`, { cwd })).toMatchObject({
      code: 1,
      stderr: `ask-user: ${why}; the questions still wait in ${FILE}\n`,
    });
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual(['pending-questions.json']);
  });

  it('keeps the file where standard output is full', async () => {
    const cwd = await pending(DATABASE_AND_NAME);
    edit(cwd, ['SQLite', 'x']);
    const before = readFileSync(join(cwd, FILE), 'utf8');
    const ran = await shell('ask-user answer > /dev/full', { cwd });
    expect(ran).toMatchObject({
      code: 1,
      stderr:
        'ask-user: standard output could not be written completely: the disk is full (ENOSPC); the questions still wait in .ask-user/pending-questions.json\n',
    });
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(before);
  });
});
