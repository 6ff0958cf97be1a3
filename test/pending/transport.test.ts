import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseRecord, summarize } from '../../src/core/index.js';
import { askUserQuestion, kimi } from '../../src/dialects/index.js';
import { createAskUserTool } from '../../src/host/index.js';
import { askUserPendingTool, createPendingTransport, parseAnswers, PendingFileError } from '../../src/pending/index.js';
import { receiptLines, plainTheme } from '../../src/terminal/index.js';
import { DATABASE, FEATURES, NAME, requestOf } from '../terminal/at-terminal.js';

const INPUT = { questions: [DATABASE, NAME], metadata: { source: 'project-setup' } };

const described = (label: string) => ({ label, description: `about ${label}` });

/** Creates a host's transport in a separate folder. */
function host(name = '.my-agent/pending-questions.json') {
  const dir = mkdtempSync(join(tmpdir(), 'pending-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, name);
  const pending = createPendingTransport({
    file,
    commands: (path) => ({ answer: `my-agent -p @${path} "your answers"`, edit: 'my-agent --continue' }),
    getSessionId: () => 'abc123',
  });
  const tool = createAskUserTool({ spec: askUserPendingTool, transport: pending, now: () => 1_707_091_200_000 });
  const answer = (...answers: readonly unknown[]) => {
    const content = JSON.parse(readFileSync(file, 'utf8'));
    answers.forEach((one, i) => (content.questions[i].answer = one));
    writeFileSync(file, JSON.stringify(content));
  };
  return { dir, file, pending, tool, answer, text: () => readFileSync(file, 'utf8') };
}

describe('a request in a host without a user interface [R-PENDING]', () => {
  it('keeps the agent’s input if the format of the tool has no field for notes', async () => {
    const { file, pending, text } = host();
    const tool = createAskUserTool({ spec: kimi.tool, transport: pending });
    const input = { questions: [{ question: 'Which?', options: [described('A'), described('B')], own: 1 }] };
    for (const _ of ['first', 'again']) {
      const { content } = await tool.execute(input, { toolCallId: 'c1' });
      expect(content[0].text).toContain(`Questions saved to: ${file}`);
    }
    const { questions, request } = JSON.parse(text());
    expect(request).toEqual(input);
    expect(questions[0]).not.toHaveProperty('constraints');
    const taken = pending.take(['A']);
    expect(taken?.request.raw).toEqual(input);
    taken?.done();
  });

  it('keeps the other constraints of a question that takes no notes', async () => {
    const { pending, text } = host();
    const [question] = requestOf([DATABASE]).questions;
    const constraints = { allowNotes: false, allowCustom: false };
    await pending.ask({ requestId: 'r1', questions: [{ ...question!, constraints }] });
    expect(JSON.parse(text()).questions[0].constraints).toEqual({ allowCustom: false });
  });

  it('keeps which option a field of another agent recommends, and shows it in the file [R-TAKE]', async () => {
    const { pending, text } = host();
    const question = { id: 'db', question: 'Which?', multiSelect: false } as const;
    const options = [{ label: 'A' }, { label: 'B', description: 'about B', preview: 'b', recommended: true }] as const;
    const request = { requestId: 'r1', questions: [{ ...question, options }, requestOf([NAME]).questions[0]!] };
    for (const _ of ['first', 'again']) expect(await pending.ask(request)).toHaveProperty('pendingFile');
    const [shown, other] = JSON.parse(text()).questions;
    expect(shown).toMatchObject({ options: ['A', 'B'], recommended: [1] });
    expect(other).not.toHaveProperty('recommended');
    expect(pending.read()?.request.questions).toEqual(request.questions);
    const taken = pending.take(['B', 'auth']);
    expect(taken?.request.questions[0]?.options).toEqual(options);
    taken?.done();
  });

  it('is written to the file of the specification, with the host’s commands', async () => {
    const { file, tool, text } = host();
    const { content, data, isError } = await tool.execute(INPUT, { toolCallId: 'c1' });
    expect(data).toEqual({ answered: false, answers: [], pendingFile: file });
    expect(isError).toBe(false);
    expect(content[0].text).toBe(
      [
        'Questions pending. User input required.',
        '',
        'To answer, re-run with:',
        `  my-agent -p @${file} "your answers"`,
        '',
        'Or edit the JSON file and run:',
        '  my-agent --continue',
        '',
        `Questions saved to: ${file}`,
      ].join('\n'),
    );
    expect(JSON.parse(text())).toEqual({
      sessionId: 'abc123',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      questions: [
        {
          question: DATABASE.question,
          header: 'Database',
          options: ['PostgreSQL (Recommended)', 'SQLite', 'MongoDB'],
          answer: null,
        },
        { question: NAME.question, header: 'Service Name', answer: null },
      ],
      dialect: 'askUser',
      request: INPUT,
    });
    expect((lstatSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((lstatSync(join(file, '..')).mode & 0o777).toString(8)).toBe('700');
    expect(readdirSync(join(file, '..'))).toEqual(['pending-questions.json']);
  });

  it('is stored as a record of print mode, which shows and summarizes the file', async () => {
    const { file, tool } = host();
    const { details } = await tool.execute(INPUT, { toolCallId: 'c1' });
    const record = parseRecord(JSON.stringify(details));
    if (!record.ok) throw new Error(JSON.stringify(record.issues));
    expect(record.value).toEqual(details);
    expect(record.value).toMatchObject({
      mode: 'print',
      answeredAt: 1_707_091_200_000,
      result: { status: 'unavailable', pendingFile: file },
    });
    expect(summarize(record.value)).toContain(`and has yet to answer: the question waits in ${JSON.stringify(file)}.`);
    expect(receiptLines(record.value, record.value.result, { columns: 200, theme: plainTheme })).toEqual([
      `The questions wait in ${file}`,
    ]);
  });

  it('leaves nothing behind if a command of the host throws', async () => {
    const { file } = host();
    const commands = () => {
      throw new Error('no command');
    };
    const failing = createPendingTransport({ file, commands });
    await expect(failing.ask(requestOf([NAME]))).rejects.toThrow('no command');
    expect(existsSync(file)).toBe(false);
  });

  it('has a generated session id if the host provides none', async () => {
    const { file } = host();
    const transport = createPendingTransport({ file, commands: () => ({ answer: 'a', edit: 'b' }) });
    await transport.ask(requestOf([NAME]));
    expect(transport.read()?.sessionId).toMatch(/^[\da-f-]{36}$/);
  });

  it('quotes the name of the file for the shell', async () => {
    const { tool } = host("it's here/pending.json");
    const { content } = await tool.execute(INPUT);
    expect(content[0].text).toMatch(/-p @'\S*it'\\''s here\/pending\.json' "your answers"/);
  });

  it('keeps its answers if the same questions are asked again', async () => {
    const { tool, answer, text, file } = host();
    await tool.execute(INPUT, { toolCallId: 'c1' });
    answer('SQLite');
    const before = text();
    expect((await tool.execute(INPUT, { toolCallId: 'c2' })).data).toEqual({
      answered: false,
      answers: [],
      pendingFile: file,
    });
    expect(text()).toBe(before);
  });

  it('does not replace other pending questions, which the model is informed about', async () => {
    const { tool, text, file } = host();
    await tool.execute(INPUT);
    const before = text();
    const { content, data } = await tool.execute({ questions: [FEATURES] });
    expect(data).toEqual({
      answered: false,
      answers: [],
      status: 'unavailable',
      reason: `Other questions are pending in ${file}, so these were not saved. Ask again after the user has answered the pending ones.`,
    });
    expect(content[0].text).toContain('Nobody answered and no option was chosen.');
    expect(text()).toBe(before);
  });

  it('is saved once if several are asked at the same time', async () => {
    const { tool, pending } = host();
    const asked = ['One?', 'Two?', 'Three?'].map((question) => tool.execute({ questions: [{ question }] }));
    const saved = (await Promise.all(asked)).filter(({ data }) => 'pendingFile' in data);
    expect(saved).toHaveLength(1);
    expect(pending.read()?.questions).toHaveLength(1);
  });

  it('is not saved after the agent has stopped', async () => {
    const { tool, file } = host();
    const { data } = await tool.execute(INPUT, { signal: AbortSignal.abort() });
    expect(data).toMatchObject({ status: 'aborted' });
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    [
      'a folder that is a symbolic link',
      (dir: string) => symlinkSync('.', join(dir, '.my-agent')),
      /is a symbolic link/,
    ],
    ['a file instead of its folder', (dir: string) => writeFileSync(join(dir, '.my-agent'), 'x'), /Cannot write/],
    [
      'a symbolic link instead of the file',
      (dir: string) => {
        mkdirSync(join(dir, '.my-agent'));
        symlinkSync('../missing', join(dir, '.my-agent/pending-questions.json'));
      },
      /symbolic link/,
    ],
    [
      'a file that can’t be read',
      (dir: string) => {
        mkdirSync(join(dir, '.my-agent'));
        writeFileSync(join(dir, '.my-agent/pending-questions.json'), '{"questions":');
      },
      /is not valid JSON/,
    ],
  ])('settles with a reason for %s, and nothing is written', async (_, prepare, reason) => {
    const { dir, tool } = host();
    prepare(dir);
    const before = readdirSync(dir, { recursive: true });
    const { data } = await tool.execute(INPUT);
    expect(data).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(reason) });
    expect(readdirSync(dir, { recursive: true })).toEqual(before);
  });

  it.each([
    ['has no questions', [], /^The questions could not be saved\. questions: Must have at least one question\.$/],
    [
      'exceeds the display limits',
      [{ id: 'q1', question: 'Which?', options: [{ label: 'x'.repeat(2_001) }, { label: 'B' }], multiSelect: false }],
      /^The questions could not be saved\. questions\[0\]\.options\[0\]\.label: Must have at most 2000 characters/,
    ],
  ])('settles with a reason if it %s, and nothing is written', async (_, questions, reason) => {
    const { dir, pending } = host();
    expect(await pending.ask({ requestId: 'r1', questions })).toEqual({
      status: 'unavailable',
      reason: expect.stringMatching(reason),
    });
    expect(readdirSync(dir)).toEqual([]);
    expect(await pending.ask(requestOf([NAME]))).toMatchObject({ pendingFile: pending.file });
  });

  it('from another agent’s tool is stored in the format of ask_user', async () => {
    const { dir, pending, text } = host();
    const tool = createAskUserTool({ spec: askUserQuestion.tool, transport: pending });
    const questions = [
      { question: 'Which?', header: 'Pick', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] },
    ];
    const { content } = await tool.execute({ questions });
    expect(content[0].text).toContain('Questions pending. User input required.');
    expect(JSON.parse(text())).toMatchObject({
      dialect: 'askUser',
      questions: [{ options: ['A', 'B'], answer: null }],
    });
    const taken = pending.take(['B']);
    expect(taken?.result.answers).toMatchObject([{ answer: 'B', wasCustom: false }]);
    taken?.done();
    expect(readdirSync(dir)).toEqual(['.my-agent']);
  });
});

describe('the answers in the pending file [R-PENDING]', () => {
  it('are read as far as they exist', async () => {
    const { tool, pending, answer } = host();
    expect(pending.read()).toBeUndefined();
    await tool.execute(INPUT);
    answer('SQLite');
    expect(pending.read()).toMatchObject({
      sessionId: 'abc123',
      questions: [
        { question: DATABASE.question, answer: 'SQLite' },
        { question: NAME.question, answer: null },
      ],
      request: { metadata: { source: 'project-setup' } },
    });
  });

  it('are taken from the edited file, which stays until the agent has received them', async () => {
    const { tool, pending, answer, file } = host();
    await tool.execute(INPUT);
    answer('SQLite', 'order-processor');
    const taken = pending.take();
    expect(taken?.result).toMatchObject({
      status: 'answered',
      answers: [
        { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: NAME.question, answer: 'order-processor', wasCustom: true },
      ],
    });
    expect(() => pending.take()).toThrow(/Another process is answering .*\.answering-\S+\. If none is running/);
    expect(taken?.restore()).toBe(file);
    expect(readdirSync(join(file, '..'))).toEqual(['pending-questions.json']);
    pending.take()?.done();
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  it('are replaced by answers in question order if the host passes them', async () => {
    const { tool, pending, file } = host();
    await tool.execute(INPUT);
    const taken = pending.take(['I want to use DynamoDB', 'orders']);
    taken?.done();
    expect(taken?.result.answers).toMatchObject([
      { answer: 'I want to use DynamoDB', wasCustom: true },
      { answer: 'orders', wasCustom: true },
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['missing', [], 'no answer to question 1 ("Which database should we use?")'],
    ['too few', ['SQLite'], 'expected 2 answers (one for each question), got 1'],
    ['numbers', [1, 'orders'], 'must be a string: "1" (a number does not select an option by position)'],
  ])('are refused if they are %s, and the file stays', async (_, answers, problem) => {
    const { tool, pending, text } = host();
    await tool.execute(INPUT);
    const before = text();
    expect(() => pending.take(answers.length > 0 ? answers : undefined)).toThrow(PendingFileError);
    expect(() => pending.take(answers.length > 0 ? answers : undefined)).toThrow(problem);
    expect(text()).toBe(before);
  });

  it('are not taken through a folder that became a symbolic link', async () => {
    const { dir, tool, pending, answer } = host();
    await tool.execute(INPUT);
    answer('SQLite', 'orders');
    symlinkSync('.my-agent', join(dir, 'linked'));
    const linked = createPendingTransport({
      file: join(dir, 'linked/pending-questions.json'),
      commands: () => ({ answer: '', edit: '' }),
    });
    expect(() => linked.take()).toThrow(/linked is a symbolic link/);
    expect(() => linked.read()).toThrow(PendingFileError);
    expect(pending.read()).toBeDefined();
  });

  it.each([
    '.agent/pending/questions.json',
    './.agent/pending/questions.json',
    'linked/../.agent/pending/questions.json',
  ])('are not written through a link in the relative path %s', async (file) => {
    const home = process.cwd();
    process.chdir(host().dir);
    onTestFinished(() => process.chdir(home));
    mkdirSync('elsewhere');
    mkdirSync('linked');
    symlinkSync('elsewhere', '.agent');
    const pending = createPendingTransport({ file, commands: () => ({ answer: '', edit: '' }) });
    const { data } = await createAskUserTool({ spec: askUserPendingTool, transport: pending }).execute(INPUT);
    expect(data).toMatchObject({ reason: expect.stringContaining('.agent is a symbolic link') });
    expect(readdirSync('elsewhere')).toEqual([]);
  });

  it('are removed with the file, even if it is unreadable', async () => {
    const { tool, pending, file } = host();
    expect(pending.clear()).toBe(false);
    await tool.execute(INPUT);
    expect(pending.clear()).toBe(true);
    writeFileSync(file, '{"questions":');
    expect(() => pending.read()).toThrow(/is not valid JSON/);
    expect(pending.clear()).toBe(true);
    expect(existsSync(file)).toBe(false);
  });
});

describe('parseAnswers [R-PENDING]', () => {
  const twice = requestOf([
    { question: 'Which?', options: ['A', 'B'] },
    { question: 'Which?', options: ['A', 'B'] },
    { question: 'Which ones?', options: ['A', 'A, B', 'B'], multiSelect: true },
  ]);

  it('matches answers to questions in order, even if two questions are equal', () => {
    expect(parseAnswers(twice, ['A', 'B', ['A, B', 'other', 'C']])).toMatchObject({
      ok: true,
      result: { answers: [{ answer: 'A' }, { answer: 'B' }, { answer: ['A, B', 'other, C'], wasCustom: true }] },
    });
  });

  it('returns the problems of invalid answers', () => {
    expect(parseAnswers(twice, ['A', ['B'], null])).toEqual({
      ok: false,
      problems: ['no answer to question 3 ("Which ones?")', 'question 2 ("Which?"): must be one string, not a list'],
      isOpen: false,
    });
    expect(parseAnswers(twice, ['A', 'B', null])).toMatchObject({ ok: false, isOpen: true });
  });

  it('takes an object by id or text, in which an id precedes a text', () => {
    const request = requestOf([
      { id: 'a', question: 'b' },
      { id: 'b', question: 'Name?' },
    ]);
    const parsed = parseAnswers(request, { b: 'x', a: 'y' });
    expect(parsed).toMatchObject({ ok: true, result: { answers: [{ text: 'y' }, { text: 'x' }] } });
    expect(parseAnswers(request, { 'Name?': 'x', a: 'y' })).toEqual(parsed);
    expect(parseAnswers(request, { b: 'x', 'Name?': 'y' })).toMatchObject({
      problems: ['question 2 ("Name?") has two answers'],
      isOpen: false,
    });
  });
});
