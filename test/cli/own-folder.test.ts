import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pinFolder } from '../../src/pending/files.js';
import { askUser, ended, folder, inside, main, start } from './helpers.js';
import { openPage } from './open-page.js';

const QUESTION = { question: 'Which database?', options: ['PostgreSQL', 'SQLite'] };
const PENDING = JSON.stringify({ questions: [{ question: 'Name?', answer: 'orders' }] });
const FILE = '.ask-user/pending-questions.json';
const LINE = /^ask-user: .*\.ask-user(\/\w+)? is a symbolic link.*Remove the link.*\n$/;

/** Creates a folder whose `.ask-user` is a link to `elsewhere`, which contains the files. */
function linked(files: Readonly<Record<string, string>> = {}) {
  const cwd = folder({ 'q.json': QUESTION });
  mkdirSync(join(cwd, 'elsewhere'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, 'elsewhere', name), content);
  symlinkSync('elsewhere', join(cwd, '.ask-user'));
  return cwd;
}

const elsewhere = (cwd: string) => readdirSync(join(cwd, 'elsewhere'));

describe('.ask-user as a symbolic link', () => {
  it.each([
    [['ask', 'q.json', '--print']],
    [['ask', 'q.json', '--print', '--force']],
    [['ask', 'q.json', '--print', '--file', '.ask-user/mine.json']],
    [['ask', 'q.json', '--print', '--file', './.ask-user/sub/mine.json']],
  ])('is never followed for writing: %j [R-CLI]', async (args) => {
    const cwd = linked();
    const ran = await inside(args, { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(LINE);
    expect(elsewhere(cwd)).toEqual([]);
    expect(lstatSync(join(cwd, '.ask-user')).isSymbolicLink()).toBe(true);
  });

  it.each([
    [['answer']],
    [['answer', FILE]],
    [['questions']],
    [['questions', 'clear']],
    [['questions', 'clear', FILE]],
  ])('is never followed for reading: %j [R-CLI]', async (args) => {
    const cwd = linked({ 'pending-questions.json': PENDING });
    const ran = await inside(args, { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(LINE);
    expect(readFileSync(join(cwd, 'elsewhere/pending-questions.json'), 'utf8')).toBe(PENDING);
  });

  it('is refused if the target is missing, and in an absolute path [R-CLI]', async () => {
    const cwd = folder({ 'q.json': QUESTION });
    symlinkSync('missing', join(cwd, '.ask-user'));
    for (const file of [FILE, join(cwd, FILE)]) {
      const ran = await inside(['ask', 'q.json', '--print', '--file', file], { cwd });
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr).toMatch(LINE);
    }
    expect(existsSync(join(cwd, 'missing'))).toBe(false);
  });

  it('is refused as a folder within .ask-user, too [R-CLI]', async () => {
    const cwd = folder({ 'q.json': QUESTION });
    mkdirSync(join(cwd, '.ask-user'));
    mkdirSync(join(cwd, 'elsewhere'));
    symlinkSync('../elsewhere', join(cwd, '.ask-user/sub'));
    const ran = await inside(['ask', 'q.json', '--print', '--file', '.ask-user/sub/mine.json'], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(LINE);
    expect(elsewhere(cwd)).toEqual([]);
  });

  it('is not used to save an answer, which is printed to standard error instead [R-CLI]', async () => {
    const cwd = linked();
    const line = ['-c', 'exec "$@" > /dev/null', '-', process.execPath, main, 'ask', 'q.json', '--web', '--no-open'];
    const child = start('sh', line, { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    const run = ended(child);
    const told = await new Promise<Buffer>((resolve) => child.stderr?.once('data', resolve));
    const { client, request } = await openPage(/http:\S+/.exec(String(told))![0]);
    await client.answer(request.requestId, [{ questionId: 'q1', selected: [1] }]);
    const { code, stderr } = await run;
    expect(code).toBe(1);
    expect(stderr).toMatch(/\. The answer is: \{.*SQLite.*\}\n$/);
    expect(elsewhere(cwd)).toEqual([]);
  });

  it('does not prevent the user from naming a folder that is a link [R-CLI]', async () => {
    const cwd = folder({ 'q.json': QUESTION });
    mkdirSync(join(cwd, 'elsewhere'));
    symlinkSync('elsewhere', join(cwd, 'mine'));
    const ran = await askUser(['ask', 'q.json', '--print', '--file', 'mine/q.json'], { cwd });
    expect(ran.code).toBe(4);
    expect(elsewhere(cwd)).toEqual(['q.json']);
  });
});

describe('pinFolder', () => {
  it('throws if the folder was replaced by a link or another folder since the check [R-CLI]', () => {
    for (const replace of [symlinkSync.bind(null, '..'), (path: string) => mkdirSync(path)]) {
      const cwd = folder();
      const own = join(cwd, '.ask-user');
      mkdirSync(own);
      const check = pinFolder(join(own, 'q.json'));
      expect(check).not.toThrow();
      renameSync(own, join(cwd, 'moved'));
      replace(own);
      expect(check).toThrow(/\.ask-user (is a symbolic link|was replaced)/);
    }
  });
});
