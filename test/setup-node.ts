import { afterAll, beforeEach, onTestFinished } from 'vitest';
import { watchLeaks } from './helpers/leaks.js';

/** Time allowed for clean-up after a test, in milliseconds. Only a test that leaks uses all of it. */
const PATIENCE_MS = 3_000;

const watch = watchLeaks();
const atStart = watch.snapshot();

async function failOnLeaks(since: typeof atStart): Promise<void> {
  const left = await watch.added(since, PATIENCE_MS);
  if (left.length === 0) return;
  throw new Error(
    `These are still there after the test, and a program with them would go on working, or not end. Clear them, or close what made them:\n${left.join('\n')}`,
  );
}

beforeEach(() => {
  const before = watch.snapshot();
  // Registered first, so it runs last: after the test's other callbacks and after the hooks.
  onTestFinished(() => failOnLeaks(before));
});

afterAll(async () => {
  await failOnLeaks(atStart).finally(watch.stop);
});
