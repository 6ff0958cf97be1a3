import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from './model.js';
import { call, DATABASE, SERVICE } from './questions.js';
import { createWorld, runPi, startTerminal, type Version, type World, VERSIONS } from './world.js';

const FILE = '.pi/pending-questions.json';

const INSTRUCTIONS = `Questions pending. User input required.

To answer, re-run with:
  pi -p @.pi/pending-questions.json "your answers"

Or edit the JSON file and run:
  pi -c

Questions saved to: .pi/pending-questions.json`;

const ANSWERS =
  '{"answered":true,"answers":[{"question":"Which database should we use?","answer":"SQLite","selectedOption":"SQLite","wasCustom":false},{"question":"What should we name this service?","answer":"order-processor","wasCustom":true}]}';

interface File {
  sessionId: string;
  timestamp: string;
  questions: { question: string; options?: readonly string[]; answer: unknown }[];
}

const fileOf = (world: World): File => JSON.parse(world.read(FILE) ?? '') as File;

/** Edits the file like a user. */
function edit(world: World, ...answers: readonly unknown[]): void {
  const file = fileOf(world);
  file.questions.forEach((question, i) => (question.answer = answers[i]));
  world.write(FILE, JSON.stringify(file, null, 2));
}

/** Runs a session that asks in print mode, so its questions are in the file. */
async function pendingWorld(version: Version) {
  const world = await createWorld(version, [call('c1', DATABASE, SERVICE)], 'Please answer the questions.');
  const ran = await runPi(world, ['-p', 'set it up']);
  expect(ran).toMatchObject({ code: 0, stdout: 'Please answer the questions.\n' });
  expect(ran.stderr).toContain(INSTRUCTIONS);
  return world;
}

/** Returns the text of the last message of the last request, and the number of requests. */
const lastOf = ({ model }: World) => textOf(model.requests.at(-1)?.messages.at(-1) ?? { role: '' });

describe.each(VERSIONS)('the extension in pi $id without a user interface', (version) => {
  it('writes the questions to a private file and gives the model the instructions [print] [file] [R-PI]', async () => {
    const world = await pendingWorld(version);
    expect(world.model.results()).toEqual({ c1: INSTRUCTIONS });
    expect(statSync(join(world.folder, FILE)).mode & 0o777).toBe(0o600);
    const header = world.session()[0] as unknown as { id: string };
    expect(fileOf(world)).toMatchObject({
      sessionId: header.id,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      questions: [
        {
          question: 'Which database should we use?',
          options: ['PostgreSQL (Recommended)', 'SQLite', 'MongoDB'],
          answer: null,
        },
        { question: 'What should we name this service?', answer: null },
      ],
    });
    const stored = world.session().find(({ message }) => message?.toolCallId === 'c1');
    expect(stored?.message?.details).toMatchObject({
      mode: 'print',
      answers: [],
      metadata: { source: 'project-setup' },
    });
  });

  it('gives the model the file and the answers in prose once [words] [R-PI]', async () => {
    const world = await pendingWorld(version);
    world.model.plays('SQLite it is.');
    const ran = await runPi(world, ['-p', `@${FILE}`, 'use sqlite, call it order-processor']);
    expect(ran).toMatchObject({ code: 0, stdout: 'SQLite it is.\n' });
    expect(lastOf(world)).toContain('"question": "Which database should we use?"');
    expect(lastOf(world)).toContain('use sqlite, call it order-processor');
    expect(world.read(FILE)).toBeUndefined();
  });

  it('sends the answers of the edited file when the session continues in the terminal [edit] [R-PI]', async () => {
    const world = await pendingWorld(version);
    edit(world, 'SQLite', 'order-processor');
    world.model.plays('Thank you.');
    const t = await startTerminal(world, ['-c']);
    await t.shows('✓ Database: SQLite', '✓ Service Name: order-processor', 'Thank you.');
    expect((await t.history()).split('✓ Database: SQLite')).toHaveLength(2);
    expect(lastOf(world)).toBe(`The user has answered the pending questions.\n${ANSWERS}`);
    expect(world.read(FILE)).toBeUndefined();
  });

  it('sends the answers of the edited file when the session continues in print mode [edit] [R-PI]', async () => {
    const world = await pendingWorld(version);
    edit(world, 'SQLite', 'order-processor');
    world.model.plays('Thank you.', 'Going on.');
    expect(await runPi(world, ['-c', '-p', 'go on'])).toMatchObject({ code: 0, stdout: 'Going on.\n' });
    const [answers, message] = (world.model.requests.at(-1)?.messages ?? [])
      .filter(({ role }) => role === 'user')
      .slice(1);
    expect(answers && textOf(answers)).toContain(ANSWERS);
    expect(message && textOf(message)).toBe('go on');
    expect(world.read(FILE)).toBeUndefined();
  });

  it('sends the answers of a file that was rewritten like the example of the specification [edit] [R-PI]', async () => {
    const world = await pendingWorld(version);
    const questions = [
      { question: 'Which database?', answer: 'PostgreSQL (Recommended)' },
      { question: 'Service name?', answer: 'order-processor' },
    ];
    world.write(FILE, JSON.stringify({ questions }, null, 2));
    world.model.plays('Thank you.');
    const t = await startTerminal(world, ['-c']);
    await t.shows('Thank you.', '✓ Service name?: order-processor');
    expect(lastOf(world)).toContain('"question":"Which database?","answer":"PostgreSQL (Recommended)"');
    expect(world.read(FILE)).toBeUndefined();
  });

  it('answers the file with --answers, without a message [answers] [R-PI]', async () => {
    const world = await pendingWorld(version);
    world.model.plays('Thank you.');
    const ran = await runPi(world, ['-p', '--answers', '["SQLite", "order-processor"]']);
    expect(ran).toMatchObject({ code: 0, stdout: 'Thank you.\n' });
    expect(lastOf(world)).toBe(`The user has answered the pending questions.\n${ANSWERS}`);
    expect(world.read(FILE)).toBeUndefined();
  });

  it('answers the call of the same run with --answers if no file is pending [answers] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE)]);
    const ran = await runPi(world, ['-p', '--answers', '["SQLite", "order-processor"]', 'set it up']);
    expect(ran).toMatchObject({ code: 0, stdout: 'The end.\n' });
    expect(world.model.results()).toEqual({ c1: ANSWERS });
    expect(world.read(FILE)).toBeUndefined();
  });

  it('names the missing answers and keeps an incomplete file unchanged [incomplete] [R-PI]', async () => {
    const world = await pendingWorld(version);
    edit(world, 'SQLite', null);
    const before = world.read(FILE);
    const ran = await runPi(world, ['-c', '-p', 'go on']);
    expect(ran.stderr).toContain('no answer to question 2');
    const refused = await runPi(world, ['-p', '--answers', '["SQLite"', 'go on']);
    expect(refused.stderr).toContain('--answers must be a JSON list');
    expect(world.read(FILE)).toBe(before);
  });

  it('does not send answers to another session [session] [R-PI]', async () => {
    const world = await pendingWorld(version);
    edit(world, 'SQLite', 'order-processor');
    world.model.plays('Another task.');
    expect(await runPi(world, ['-p', 'something else'])).toMatchObject({ stdout: 'Another task.\n' });
    expect(JSON.stringify(world.model.requests.at(-1))).not.toContain('order-processor');
    expect(world.read(FILE)).toContain('order-processor');
  });

  it('writes questions that were interrupted in the terminal to the file [interrupted] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE)]);
    const t = await startTerminal(world);
    await t.prompt('set it up');
    await t.shows('Which database');
    await t.kill();
    const ran = await runPi(world, ['-c', '-p', 'go on']);
    expect(ran.stdout).toBe('The end.\n');
    expect(ran.stderr).toContain(INSTRUCTIONS);
    expect(world.model.results()).toEqual({ c1: INSTRUCTIONS });
    expect(fileOf(world).questions).toHaveLength(2);
  });

  it('shows and clears the file with /questions [questions] [show] [clear] [R-PI]', async () => {
    const world = await pendingWorld(version);
    edit(world, 'SQLite', null);
    const t = await startTerminal(world);
    await t.prompt('/questions show');
    await t.shows(
      '2 questions are pending',
      '1. Which database should we use? "SQLite"',
      '2. What should we name this service? (no answer yet)',
    );
    await t.prompt('/questions clear');
    await t.shows('Removed .pi/pending-questions.json');
    expect(world.read(FILE)).toBeUndefined();
    await t.prompt('/questions');
    await t.shows('No questions are pending.');
  });
});
