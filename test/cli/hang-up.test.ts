import { chromium } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../chromium.js';
import { askUserQuestion } from '../../src/dialects/index.js';
import { ended, folder, main, start } from './helpers.js';
import { inTerminal } from './prompt-tmux.js';

const QUESTION = { question: 'Which database?', options: ['PostgreSQL', 'SQLite'] };
const LOST = '{"answered":false,"answers":[],"connectionLost":true}\n';

/** Larger than a pipe buffer, so a command that has accepted it is reading. */
const MUCH = ' '.repeat(1_000_000);

/**
 * Runs a command until it reads standard input, and hangs up twice: the shell sends one signal and the system
 * another.
 */
async function hangUp(...args: readonly string[]) {
  const child = start(process.execPath, [main, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const run = ended(child);
  await new Promise((resolve) => child.stdin?.write(MUCH, resolve));
  child.kill('SIGHUP');
  child.kill('SIGHUP');
  return run;
}

function web() {
  const child = start(process.execPath, [main, 'ask', 'q.json', '--web', '--no-open'], {
    cwd: folder({ 'q.json': QUESTION }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, run: ended(child), told: new Promise<Buffer>((resolve) => child.stderr?.once('data', resolve)) };
}

describe('ask whose terminal is closed', () => {
  it('reports a lost connection while it asks in a page [R-NOPHANTOM]', async () => {
    const { child, run, told } = web();
    await told;
    child.kill('SIGHUP');
    expect(await run).toMatchObject({ code: 3, signal: null, stdout: LOST });
  });

  it('notifies the page, which keeps the typed text [R-NOPHANTOM]', async () => {
    const { child, run, told } = web();
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(/http:\S+/.exec(String(await told))![0]);
    await page.getByRole('radio', { name: 'Other' }).click();
    await page.getByRole('textbox', { name: /Other/ }).fill('DuckDB');
    child.kill('SIGHUP');
    expect(await run).toMatchObject({ code: 3, stdout: LOST });
    await page.getByText('The command in the terminal was stopped.').waitFor();
    await page.getByText('DuckDB').waitFor();
  });

  it('reports a lost connection if the terminal is closed with --web [R-NOPHANTOM]', async () => {
    const terminal = await inTerminal(QUESTION, { args: ['--web', '--no-open'] });
    await terminal.shows('Answer in your browser');
    await terminal.close();
    // The shell of a closed terminal sends this signal, too.
    terminal.signal('HUP');
    expect(await terminal.ended()).toEqual({ code: 3, stdout: LOST });
  });

  it('reports a lost connection while the request is typed into the terminal [R-NOPHANTOM]', async () => {
    const terminal = await inTerminal(QUESTION, { typed: true });
    await terminal.shows('Type or paste the JSON');
    await terminal.close();
    expect(await terminal.ended()).toEqual({ code: 3, stdout: LOST });
  });

  it('reports a lost connection while it reads standard input [R-NOPHANTOM]', async () => {
    expect(await hangUp('ask')).toMatchObject({ code: 3, signal: null, stdout: LOST });
  });

  it('reports it in the format of the agent that --dialect names [R-NOPHANTOM]', async () => {
    const nothing = { requestId: 'ask-user', questions: [] };
    const result = askUserQuestion.formatResult({ status: 'connectionLost' }, nothing);
    const { code, stdout } = await hangUp('ask', '--web', '--dialect', 'askUserQuestion');
    expect([code, stdout]).toEqual([3, `${JSON.stringify(result)}\n`]);
  });
});

describe('a command that does not ask, whose terminal is closed', () => {
  it.each([['validate'], ['convert', '--to', 'askUserQuestion'], ['check', '-', '1']])(
    'ends %s while it reads standard input, and prints nothing [R-CLI]',
    async (...args) => {
      const ran = await hangUp(...args);
      expect(ran).toEqual({ code: 129, signal: null, stdout: '', stderr: 'ask-user: Hung up.\n' });
    },
  );
});
