import { describe, expect, it } from 'vitest';
import { fromRecord, parseRecord, summarize, toRecord, type AskUserResult } from '../../../src/core/index.js';
import {
  ask,
  choose,
  confirm,
  DB,
  decline,
  delivered,
  dismiss,
  fail,
  FEATURES,
  NAME,
  note,
  retry,
  run,
  say,
  start,
  submit,
} from './flow.js';

const ALL = [DB, FEATURES, { ...NAME, constraints: { input: 'integer' as const } }];
const discuss = { type: 'decline', discuss: true } as const;
const begun = run(
  start(ALL, { allow: { discuss: true } }),
  choose('db', 1),
  note('features', 'hm'),
  say('name', 'many'),
);
const message = (text: string) => ({ type: 'setMessage', text }) as const;
const sent = run(begun, discuss, message('How big?'), confirm);

describe('a decline with `discuss`', () => {
  it('asks for the message first, even if nothing was entered [R-DISCUSS]', () => {
    expect(run(start(ALL, { allow: { discuss: true } }), discuss)).toMatchObject({
      phase: 'confirmingDiscard',
      result: { status: 'declined', discuss: true, answers: [] },
    });
    expect(run(begun, discuss, dismiss)).toEqual(begun);
  });

  it('names the question to discuss, also after the message is sent or is sent again [R-ASKBACK]', () => {
    const about = run(begun, { ...discuss, about: 'features' });
    expect(about.result).toMatchObject({ discuss: true, about: 'features' });
    const again = run(about, message('Which?'), confirm, fail('offline'), retry);
    expect(again).toMatchObject({ phase: 'submitting', result: { reason: 'Which?', about: 'features' } });
    expect(run(about, dismiss, discuss).result).not.toHaveProperty('about');
    expect(run(begun, { ...discuss, about: 'nobody' }).result).not.toHaveProperty('about');
  });

  it('is stored with its question, which must be one of the request [R-RECORD]', () => {
    const result = run(begun, { ...discuss, about: 'features' }, confirm).result!;
    const record = toRecord(result, begun.request, { mode: 'interactive', answeredAt: 1 });
    expect(parseRecord(JSON.stringify(record))).toMatchObject({ ok: true, value: { result } });
    const wrong = { ...record, result: { ...result, about: 'nobody' } };
    expect(parseRecord(wrong)).toMatchObject({
      ok: false,
      issues: [{ code: 'unknown_question', path: 'result.about' }],
    });
  });

  it('changes nothing while something else is confirmed or sent [R-DISCUSS]', () => {
    const again = { ...discuss, reason: 'Another message' };
    for (const state of [run(begun, message('How big?'), { type: 'cancel' }), sent]) {
      expect(run(state, again)).toBe(state);
    }
  });

  it('sends the message and the valid answers so far, and nothing that was not selected [R-DISCUSS] [R-NOPHANTOM]', () => {
    expect(sent.phase).toBe('submitting');
    expect(sent.result).toMatchObject({
      status: 'declined',
      discuss: true,
      reason: 'How big?',
      answers: [{ questionId: 'db', text: 'SQLite' }],
    });
    expect(run(sent, delivered).result).toBe(sent.result);
    expect(run(begun, discuss, message(' '), confirm).result).not.toHaveProperty('reason');
    expect(run(begun, { ...discuss, reason: 'Why?' }, confirm).result).toHaveProperty('reason', 'Why?');
  });

  it('sends an answer whose note could not be submitted, with the note [R-DISCUSS] [R-NOPHANTOM]', () => {
    const limited = { ...DB, constraints: { allowNotes: 'withOption' as const } };
    const state = run(
      start([limited], { allow: { discuss: true } }),
      choose('db', 0),
      note('db', 'for now'),
      choose('db', 'other'),
      say('db', 'MariaDB'),
    );
    const { result } = run(state, discuss, confirm);
    expect(result).toMatchObject({ answers: [{ text: 'MariaDB', notes: 'for now' }] });
    const record = toRecord(result!, state.request, { mode: 'interactive', answeredAt: 0 });
    expect(parseRecord(record)).toMatchObject({ ok: true, value: { result } });
  });

  it('is settled externally by another message, so that the message can be copied [R-DISCUSS] [R-ASYNC]', () => {
    const settle = (reason: string) =>
      run(sent, { type: 'settle', result: { ...sent.result!, reason } as AskUserResult });
    expect(settle('How big?').settledExternally).toBeUndefined();
    expect(settle('How small?').settledExternally).toBe(true);
  });

  it('is retried without a confirmation, with the answers at the time of the retry [R-DISCUSS] [R-ASYNC]', () => {
    const failed = run(sent, fail());
    expect(failed).toMatchObject({ phase: 'answering', error: { result: { discuss: true } } });
    expect(run(failed, say('name', '3'), retry).result).toMatchObject({
      reason: 'How big?',
      answers: [{ text: 'SQLite' }, { text: '3' }],
    });
    const silent = run(begun, discuss, confirm, fail(), retry);
    expect(silent).toMatchObject({ phase: 'submitting', result: { discuss: true } });
  });

  it('is not retried while a cancellation asks for confirmation [R-DISCUSS] [R-CANCEL]', () => {
    const asked = run(sent, fail(), { type: 'cancel' });
    expect(asked).toMatchObject({ phase: 'confirmingDiscard', result: { status: 'cancelled' } });
    expect(run(asked, retry)).toBe(asked);
  });

  it('keeps its message until it is sent, and cannot be changed while a delivery is in flight [R-DISCUSS] [R-KEEP]', () => {
    const written = run(begun, discuss, message('How big?'), dismiss);
    expect(written).toMatchObject({ phase: 'answering', message: 'How big?' });
    expect(run(sent, message('other'))).toBe(sent);
    expect(run(written, { type: 'settle', result: { status: 'aborted' } })).toMatchObject({ message: 'How big?' });
    const forbidden = start(ALL);
    expect(run(forbidden, message('How big?'))).toBe(forbidden);
  });

  it('counts its message as text that a cancellation asks to discard [R-DISCUSS] [R-CANCEL]', () => {
    const cancel = { type: 'cancel' } as const;
    for (const questions of [[NAME], ALL]) {
      const empty = start(questions, { allow: { discuss: true } });
      expect(run(empty, message(' '), cancel).phase).toBe('submitting');
      expect(run(empty, message('How big?'), cancel).phase).toBe('confirmingDiscard');
    }
    const multiple = start([NAME], { allow: { discuss: true }, confirmCancel: 'multiple' });
    expect(run(multiple, message('How big?'), cancel).phase).toBe('submitting');
  });

  it('requires `allow.discuss`, and a plain decline requires `allow.decline` [R-DISCUSS]', () => {
    const plain = start(ALL, { allow: { decline: true } });
    expect(run(plain, discuss)).toBe(plain);
    expect(run(begun, decline)).toBe(begun);
    expect(run(sent, submit)).toBe(sent);
  });
});

describe('the record of a decline with `discuss`', () => {
  const request = ask(...ALL);
  const record = toRecord(run(sent, delivered).result!, request, { mode: 'interactive', answeredAt: 1 });

  it('parses to itself, and stores no answers of an answered request [R-DISCUSS] [R-RECORD]', () => {
    const read = parseRecord(JSON.stringify(record));
    expect(read).toEqual({ ok: true, value: record, warnings: [] });
    expect(record.answers).toEqual([]);
    expect(fromRecord(record).questions).toEqual(request.questions);
  });

  it('is refused if an answer so far does not match its question [R-DISCUSS] [R-RECORD]', () => {
    const forged = structuredClone(record) as unknown as { result: { answers: { selected: object[] }[] } };
    forged.result.answers[0]!.selected = [{ index: 1, label: 'Yes to all' }];
    expect(parseRecord(forged)).toMatchObject({ ok: false, issues: [{ code: 'mismatch' }] });
  });

  it('is summarized as unanswered [R-DISCUSS] [R-RECORD]', () => {
    expect(summarize(record).split('\n')).toEqual([
      'User was asked "Which database?" and chose "SQLite" so far, and wanted to discuss it first.',
      'User was asked "Which features?" and wanted to discuss it first.',
      'User was asked "What name?" and wanted to discuss it first.',
    ]);
  });
});
