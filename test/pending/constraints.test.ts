import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AskUserRequest, Constraints } from '../../src/core/index.js';
import { createPendingTransport, PendingFileError } from '../../src/pending/index.js';

const asked = (constraints: Constraints, ...labels: readonly string[]): AskUserRequest => ({
  requestId: 'r1',
  questions: [
    {
      id: 'q1',
      question: 'Which name?',
      options: labels.map((label) => ({ label })),
      multiSelect: false,
      constraints,
    },
  ],
});

function host() {
  const dir = mkdtempSync(join(tmpdir(), 'pending-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return createPendingTransport({
    file: join(dir, '.my-agent/pending-questions.json'),
    commands: () => ({ answer: '', edit: '' }),
  });
}

describe('the constraints of a question in the pending file [R-PENDING]', () => {
  it.each<[string, AskUserRequest, string, RegExp, string]>([
    [
      'that allows no custom text',
      asked({ allowCustom: false }, 'A', 'B'),
      'C',
      /question 1 \("Which name\?"\): must be one of its options: "A", "B"/,
      'B',
    ],
    ['with a minimum length', asked({ minLength: 3 }), 'ab', /question 1 \("Which name\?"\): .*minLength: 3/, 'abc'],
    ['that requires a number', asked({ input: 'integer', maximum: 9 }), '10', /maximum: 9/, '9'],
  ])('are checked when the answer to a question %s is taken', async (_, request, wrong, problem, right) => {
    const pending = host();
    expect(await pending.ask(request)).toMatchObject({ pendingFile: pending.file });
    expect(pending.read()?.request.questions).toEqual(request.questions);
    expect(() => pending.take([wrong])).toThrow(PendingFileError);
    expect(() => pending.take([wrong])).toThrow(problem);
    const taken = pending.take([right]);
    expect(taken?.result.answers).toMatchObject([{ text: right }]);
    taken?.done();
  });

  it('let an optional question stay blank if another one is answered [R-BLANK]', async () => {
    const [first] = asked({ required: false }).questions;
    const request = { requestId: 'r1', questions: [first!, { ...first!, id: 'q2', question: 'Which port?' }] };
    for (const blank of [null, '', ' ', []]) {
      const pending = host();
      await pending.ask(request);
      const taken = pending.take([blank, '80']);
      expect(taken?.result.answers).toMatchObject([{ answer: '', skipped: true }, { answer: '80' }]);
      taken?.done();
    }
  });

  it('never make a file complete that nobody has edited [R-NOPHANTOM]', async () => {
    const pending = host();
    await pending.ask(asked({ required: false }));
    expect(() => pending.take()).toThrow(/no answer to question 1/);
    expect(() => pending.take([null])).toThrow(/no answer to question 1/);
  });

  it('belong to the question, so that other constraints are another question', async () => {
    const pending = host();
    for (const _ of ['first', 'again']) {
      expect(await pending.ask(asked({ minLength: 3 }))).toMatchObject({ pendingFile: pending.file });
    }
    expect(await pending.ask(asked({ minLength: 4 }))).toMatchObject({
      reason: expect.stringContaining('Other questions are pending'),
    });
  });

  it('are not read from the input of the agent', async () => {
    const pending = host();
    const raw = { questions: [{ question: 'Which name?', constraints: { minLength: 3 } }] };
    const [question] = asked({}).questions;
    const { constraints: _, ...plain } = question!;
    await pending.ask({ requestId: 'r1', questions: [plain], raw });
    expect(JSON.parse(readFileSync(pending.file, 'utf8'))).toMatchObject({ request: raw });
    const taken = pending.take(['ab']);
    expect(taken?.result.answers).toMatchObject([{ text: 'ab' }]);
    taken?.done();
  });

  it('cause an error if they are invalid', async () => {
    const pending = host();
    await pending.ask(asked({ minLength: 3 }));
    const content = readFileSync(pending.file, 'utf8');
    writeFileSync(pending.file, content.replace('"minLength": 3', '"minLength": "long"'));
    expect(() => pending.read()).toThrow(/questions\[0\]\.constraints\.minLength: Must be a number\./);
  });

  it('prevent a secret question from being saved, because the file would contain the answer', async () => {
    const pending = host();
    expect(await pending.ask(asked({ secret: true }))).toEqual({
      status: 'unavailable',
      reason:
        'The questions could not be saved. Question 1 is secret, and the file would contain its answer in plain text. Ask it in a terminal or a dialog.',
    });
    expect(existsSync(pending.file)).toBe(false);
  });
});
