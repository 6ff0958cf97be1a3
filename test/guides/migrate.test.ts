import { parseRecord, parseRequest, summarize, type AskUserRecord } from 'react-ask-user/core';
import { describe, expect, it } from 'vitest';
import {
  fromAiElements,
  fromAssistantUi,
  fromQuestionFlow,
  fromToolUi,
  type Choices,
  type StoredCall,
} from './stored-calls.js';
import { toHistory } from './to-history.js';

const KNOWN = { asker: 'Setup', answeredAt: 1_790_000_000_000 };

/** Stores a record as JSON and reads it again, as a page does before it shows the receipt. */
function history(call: StoredCall, stored?: unknown): AskUserRecord {
  const parsed = parseRecord(JSON.parse(JSON.stringify(toHistory('call_1', call, stored, KNOWN))));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.value;
}

/** Parses the questions of a call that has no result yet, and returns the warnings. */
function warnings({ questions }: StoredCall): unknown {
  const parsed = parseRequest({ questions }, { values: true });
  return parsed.ok ? parsed.warnings : parsed.issues;
}

const FEATURES = {
  prompt: 'Which features?',
  options: [
    { value: 'auth', label: 'Accounts' },
    { value: 'mail', label: 'Mail' },
  ],
  multiple: true,
};
const FORMATS: Choices = {
  options: [
    { id: 'csv', label: 'CSV', description: 'For spreadsheets' },
    { id: 'json', label: 'JSON' },
  ],
};

describe('a stored call of AI Elements', () => {
  it('becomes a request and a record, with the text as a note of the selection', () => {
    const call = fromAiElements(FEATURES, { selectedValues: ['mail', 'auth'], text: 'No newsletter' });
    expect(warnings(call)).toEqual([]);
    const record = history(call);
    expect(record).toMatchObject({ requestId: 'call_1', ...KNOWN, mode: 'interactive' });
    expect(record.answers).toMatchObject([{ selected: [{ value: 'auth' }, { value: 'mail' }] }]);
    expect(summarize(record)).toBe(
      'User was asked "Which features?" and chose "Accounts" and "Mail" and noted "No newsletter".',
    );
  });

  it('becomes a record with the text as the answer to a question without options', () => {
    const call = fromAiElements({ prompt: 'Which name?' }, { selectedValues: [], text: 'Ada' });
    expect(summarize(history(call))).toBe('User was asked "Which name?" and answered "Ada".');
  });

  it('keeps the value of an option that no longer exists', () => {
    const call = (...selectedValues: string[]) => fromAiElements(FEATURES, { selectedValues });
    expect(summarize(history(call('sms')))).toBe('User was asked "Which features?" and answered "sms".');
    expect(history(call('sms', 'auth')).answers[0]?.answer).toEqual(['Accounts', 'sms']);
  });

  it('becomes a record of the cancellation that the dialog has sent', () => {
    const stored = { answered: false, answers: [], cancelled: true };
    const call = fromAiElements(FEATURES, stored as object);
    expect(history(call, stored).result).toEqual({ status: 'cancelled' });
    expect(toHistory('call_1', call, { other: 'result' }, KNOWN)).toBeUndefined();
  });
});

describe('a stored call of assistant-ui', () => {
  it('becomes a request and a record whose question is the message before it', () => {
    const call = fromAssistantUi(FORMATS, { selected: ['json'] }, 'Which format?');
    expect(warnings(call)).toEqual([]);
    const record = history(call);
    expect(record.questions).toMatchObject([{ options: [{ value: 'csv', description: 'For spreadsheets' }, {}] }]);
    expect(summarize(record)).toBe('User was asked "Which format?" and chose "JSON".');
  });

  it('becomes a record with several options', () => {
    const call = fromAssistantUi({ ...FORMATS, selectionMode: 'multiple' }, { selected: ['csv', 'json'] }, 'Which?');
    expect(history(call).answers[0]?.answer).toEqual(['CSV', 'JSON']);
  });
});

describe('a stored call of tool-ui', () => {
  it.each([
    ['several', { ...FORMATS, id: 'list' }, ['json', 'csv'], ['CSV', 'JSON']],
    ['one', { ...FORMATS, id: 'list', selectionMode: 'single' }, 'json', 'JSON'],
  ] as const)('becomes a request and a record with %s', (_, list, result, answer) => {
    const call = fromToolUi(list, typeof result === 'string' ? result : [...result], 'Which format?');
    expect(warnings(call)).toEqual([]);
    expect(history(call).answers[0]?.answer).toEqual(answer);
  });

  it('becomes a record with a skipped question if nothing was selected', () => {
    const call = fromToolUi({ ...FORMATS, selectionMode: 'single' }, null, 'Which format?');
    expect(summarize(history(call))).toBe('User was asked "Which format?" and skipped it.');
  });
});

it('a stored question flow becomes a request and a record with an answer to each step', () => {
  const steps: Choices[] = [
    { id: 'db', title: 'Which database?', options: [{ id: 'pg', label: 'PostgreSQL' }] },
    { ...FORMATS, id: 'format', question: 'Which formats?', selectionMode: 'multi' },
    { id: 'region', title: 'Which region?', options: [{ id: 'eu', label: 'Europe' }] },
  ];
  const call = fromQuestionFlow(steps, { db: ['pg'], format: ['csv', 'json'] });
  expect(warnings(call)).toEqual([]);
  expect(summarize(history(call))).toBe(
    [
      'User was asked "Which database?" and chose "PostgreSQL".',
      'User was asked "Which formats?" and chose "CSV" and "JSON".',
      'User was asked "Which region?" and skipped it.',
    ].join('\n'),
  );
});
