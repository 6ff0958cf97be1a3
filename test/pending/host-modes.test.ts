import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AskUserRequest, AskUserResult } from 'react-ask-user/core';
import { createAskUserTool, type AskOptions, type AskUserTransport } from 'react-ask-user/server';
import { askUserPendingTool, createPendingTransport, parseAnswers } from 'react-ask-user/pending';
import { createKeyDecoder, createSession, linesWithCursor, plainTheme } from 'react-ask-user/terminal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DATABASE, NAME } from '../terminal/at-terminal.js';

type Mode = 'tui' | 'print';

/** Creates an agent with a terminal, a print mode and a flag for answers, from public entry points only. */
function agent(mode: Mode, { typed = [], flag }: { typed?: readonly string[]; flag?: readonly unknown[] } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'agent-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const frames: string[] = [];
  const pending = createPendingTransport({
    file: join(dir, '.agent/pending-questions.json'),
    commands: (file) => ({ answer: `agent -p @${file} "your answers"`, edit: 'agent -c' }),
  });

  /** The component of a terminal UI: each input is a complete sequence, and the UI provides 60 columns and 18 rows. */
  function inTerminal(request: AskUserRequest, { signal, allow }: AskOptions): Promise<AskUserResult> {
    const session = createSession(request, { allow, theme: plainTheme });
    const decoder = createKeyDecoder();
    let now = 0;
    const render = () => {
      const frame = session.frame(now, { columns: 60, rows: 18 });
      frames.push(linesWithCursor(frame, (character) => `[${character}]`).join('\n'));
    };
    signal?.addEventListener('abort', () => session.settle({ status: 'aborted' }), { once: true });
    session.shown(now);
    for (const input of typed) {
      now += 1_000;
      for (const key of [...decoder.decode(input), ...decoder.flush()]) session.press(key, now);
      render();
    }
    const result = session.result();
    return Promise.resolve(result === undefined || result === 'interrupted' ? { status: 'cancelled' } : result);
  }

  const broker: AskUserTransport = {
    mode: mode === 'print' ? 'print' : 'interactive',
    async ask(request, options) {
      const given = flag && parseAnswers(request, flag);
      if (given) return given.ok ? given.result : { status: 'unavailable', reason: given.problems.join('; ') };
      return mode === 'print' ? pending.ask(request, options) : inTerminal(request, options);
    },
  };
  return { tool: createAskUserTool({ spec: askUserPendingTool, transport: broker }), pending, frames };
}

describe('an agent with a terminal and a print mode, built from public entry points [R-TERMINAL] [R-PENDING]', () => {
  const input = { questions: [DATABASE, NAME, NAME] };

  it('asks in its terminal', async () => {
    const { tool, frames } = agent('tui', { typed: ['\u001b[B', '\u001b[13u', 'ord', '\r', 'ers', '\r', '\r'] });
    const { data, details } = await tool.execute(input);
    expect(data).toMatchObject({
      answered: true,
      answers: [{ answer: 'SQLite' }, { answer: 'ord' }, { answer: 'ers' }],
    });
    expect(details?.mode).toBe('interactive');
    expect(frames.join('\n')).toContain('> ord[ ]');
  });

  it('writes the questions to its file in print mode, and resumes with the answers', async () => {
    const { tool, pending } = agent('print');
    const { data, details } = await tool.execute(input);
    expect(data).toEqual({ answered: false, answers: [], pendingFile: pending.file });
    expect(details?.mode).toBe('print');
    const taken = pending.take(['SQLite', 'one', 'two']);
    taken?.done();
    expect(taken?.dialect.toModelText(taken.result, taken.request)).toContain('"answer":"two","wasCustom":true');
  });

  it('reads answers from a flag in question order, even for two equal questions', async () => {
    const { tool, pending } = agent('print', { flag: ['PostgreSQL (Recommended)', 'one', 'two'] });
    const { data } = await tool.execute(input);
    expect(data).toMatchObject({
      answered: true,
      answers: [{ wasCustom: false }, { answer: 'one' }, { answer: 'two' }],
    });
    expect(pending.read()).toBeUndefined();
  });

  it('returns the reason to the model if the answers of a flag are invalid', async () => {
    const { tool } = agent('print', { flag: ['SQLite'] });
    const { content } = await tool.execute(input);
    expect(content[0].text).toContain('expected 3 answers (one for each question), got 1');
    expect(content[0].text).toContain('Nobody answered and no option was chosen.');
  });
});
