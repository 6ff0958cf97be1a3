import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { askUser } from '../../src/dialects/index.js';
import { createPendingTransport } from '../../src/pending/index.js';
import { waitForAnswers, type WaitEnd } from '../../src/pending/wait.js';
import { NAME, requestOf } from '../terminal/at-terminal.js';

it('a wait does not take an answer that is saved while it is typed [R-PENDING]', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pending-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'pending.json');
  const request = requestOf([NAME]);
  await createPendingTransport({ file, commands: () => ({ answer: 'answer', edit: 'edit' }) }).ask(request);
  const content = JSON.parse(readFileSync(file, 'utf8'));

  // Time passes only where the test says so, so that a busy machine changes nothing.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  let looks = 0;
  const mailbox = { file: `${file}.waiting`, isFilled: () => (looks += 1) < 0, close() {} };
  const onProblem = vi.fn<(message: string) => void>();
  const { signal } = new AbortController();
  let end: WaitEnd | undefined;
  const waited = waitForAnswers(file, { mailbox, asked: { dialect: askUser, request }, signal, onProblem });
  void waited.then((one) => (end = one));
  const pass = async (ms: number) => {
    now += ms;
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before);
  };

  for (const typed of ['or', 'orde', 'orders']) {
    writeFileSync(file, JSON.stringify({ ...content, questions: [{ ...content.questions[0], answer: typed }] }));
    await pass(0);
    await pass(1_999);
    expect(end).toBeUndefined();
  }
  await pass(1);
  expect(end).toMatchObject({ status: 'answered', result: { answers: [{ text: 'orders' }] } });
  expect(onProblem).not.toHaveBeenCalled();
  if (end?.status === 'answered') end.done();
});
