import { afterAll, beforeEach, expect, onTestFinished } from 'vitest';
import { watchLeaks } from './helpers/leaks.js';

/** How long clean-up may go on after a test; only a test that leaks waits for all of it. */
const PATIENCE_MS = 3_000;
const MESSAGE = 'timers or process listeners are left behind: clear them, or close what made them';

const watch = watchLeaks();
const atStart = watch.snapshot();

beforeEach(() => {
  const before = watch.snapshot();
  // Registered before any other, so that it runs after all of them, and after the hooks.
  onTestFinished(async () => expect(await watch.added(before, PATIENCE_MS), MESSAGE).toEqual([]));
});

afterAll(async () => {
  const left = await watch.added(atStart, PATIENCE_MS);
  watch.stop();
  expect(left, MESSAGE).toEqual([]);
});
