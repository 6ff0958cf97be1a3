import { afterEach, beforeEach, type TestContext } from 'vitest';
import { commands, server } from 'vitest/browser';
import entries from './not-judged.json' with { type: 'json' };

/** Returns a test’s name as in the report: the titles of its suites and its own title. */
function fullName({ name, suite }: Pick<TestContext['task'], 'name' | 'suite'>): string {
  return suite ? `${fullName(suite)} ${name}` : name;
}

// Skip tests that would break the tests after them.
beforeEach(({ task, skip }) => {
  const name = fullName(task);
  const left = entries.some(
    ({ engines, file, tests = [], run = true }) =>
      !run &&
      engines.includes(server.browser) &&
      task.file.filepath.endsWith(`/${file}.browser.test.tsx`) &&
      tests.some((one) => name.startsWith(one)),
  );
  if (left) skip();
});

// The report contains only the stack of an error, which does not contain the message in WebKit.
beforeEach(({ onTestFailed }) =>
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? [])
      if (!error.stack?.includes(error.message)) error.stack = `${error.message}\n${error.stack ?? ''}`;
  }),
);

// WebDriver cannot close the browser’s context menu, which would receive the next mouse events.
window.addEventListener('contextmenu', (event) => event.preventDefault());

// A test may leave a key down, and WebDriver would keep it down in the next test.
afterEach(() => commands.releaseInput());
