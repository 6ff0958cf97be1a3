import { expect, it, onTestFinished, vi } from 'vitest';
import { ALLOW, createPage } from '../../packages/ask-user/src/page.js';
import { parseRequest } from '../../src/core/question/parse-request.js';

it('gives up after the given time without a page, so that another program can ask [R-HOOK]', async () => {
  // A program that opens nothing, and ends without an error.
  vi.stubEnv('BROWSER', 'true');
  const page = createPage({ printMessage: () => {}, env: process.env, giveUpMs: 5_500 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await page.close();
  });
  const request = parseRequest({ question: 'Which?', options: ['a', 'b'] });
  if (!request.ok) expect.unreachable();
  const result = await page.ask(request.value, { asker: 'Agent', allow: ALLOW });
  expect(result).toEqual({ status: 'unavailable', reason: 'No page shows the question.' });
});

it('ends a request whose agent does not wait if no browser can be started', async () => {
  vi.stubEnv('BROWSER', '/nowhere/browser');
  const page = createPage({ printMessage: () => {}, env: process.env });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await page.close();
  });
  vi.stubEnv('TMPDIR', '/nowhere');
  const request = parseRequest({ question: 'Which?', options: ['a', 'b'] }, { blocking: false });
  if (!request.ok) expect.unreachable();
  const result = await page.ask(request.value, { asker: 'Agent', allow: ALLOW });
  expect(result).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('No browser') });
});
