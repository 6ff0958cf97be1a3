import { afterEach, beforeEach, type TestContext } from 'vitest';
import { commands, server } from 'vitest/browser';
import entries from './not-judged.json' with { type: 'json' };

/** As the report of a run names a test: what it is in, and its own title. */
function fullName({ name, suite }: Pick<TestContext['task'], 'name' | 'suite'>): string {
  return suite ? `${fullName(suite)} ${name}` : name;
}

// Tests that would spoil those after them.
beforeEach(({ task, skip }) => {
  const name = fullName(task);
  const left = entries.some(
    ({ engines, file, tests = [], run = true }) =>
      !run &&
      engines.includes(server.browser) &&
      task.file.filepath.endsWith(`/${file}.test.tsx`) &&
      tests.some((one) => name.startsWith(one)),
  );
  if (left) skip();
});

// The browser's own menu takes what the mouse does next, and WebDriver can't close it.
window.addEventListener('contextmenu', (event) => event.preventDefault());

// A test may leave a key down; WebDriver keeps it so for the next one.
afterEach(() => commands.releaseInput());
