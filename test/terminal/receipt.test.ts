import { expect, test } from 'vitest';
import { receiptLines } from '../../src/terminal/receipt.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

test('the receipt has one line per question: options, text on one line, a hidden secret, a skip', () => {
  const request = requestOf(
    [DATABASE, NAME, { question: 'Token?' }, FEATURES],
    [undefined, undefined, { secret: true }],
  );
  const terminal = atTerminal(request, { allow: { skip: true } });
  terminal.press('2', 'tab', 'one', 'ctrl+j', 'paste', '\u001b[31mtwo', 'pasted', 'tab', 'hunter2', 'tab', 'ctrl+s');
  const result = terminal.press('enter').result()!;
  expect(receiptLines(request, result, { columns: 80, theme: plainTheme })).toEqual([
    '✓ Database: SQLite',
    '✓ Service Name: one ␛[31mtwo',
    '✓ Token?: ••••••••',
    '– Features: skipped',
  ]);
  expect(receiptLines(request, result, { columns: 24, theme: plainTheme })).toEqual([
    '✓ Database: SQLite',
    '✓ Service Na… one ␛[31…',
    '✓ Token?: ••••••••',
    '– Features: skipped',
  ]);
});

test('the context of a question follows its answer, on one line without control characters', () => {
  const request = requestOf([
    { ...NAME, context: 'For the\n\u001b[2Jorders.' },
    { ...FEATURES, context: ' \n' },
  ]);
  const terminal = atTerminal(request, { allow: { skip: true } });
  const result = terminal.press('one', 'tab', 'ctrl+s', 'enter').result()!;
  expect(receiptLines(request, result, { columns: 80, theme: plainTheme })).toEqual([
    '✓ Service Name: one',
    '  For the orders.',
    '– Features: skipped',
  ]);
  expect(receiptLines(request, result, { columns: 16, theme: plainTheme })[1]).toBe('  For the orde…');
});

test.each([
  [{ status: 'cancelled' as const }, 'You cancelled Assistant’s request'],
  [{ status: 'declined' as const }, 'You declined Assistant’s request'],
  [{ status: 'aborted' as const }, 'Assistant no longer needs an answer'],
  [{ status: 'superseded' as const }, 'Assistant’s request was replaced'],
  [{ status: 'timedOut' as const }, 'Assistant’s request timed out'],
])('the receipt of %j is one line', (result, line) =>
  expect(receiptLines(requestOf([NAME]), result, { columns: 80, theme: plainTheme })).toEqual([line]),
);

test('what the user asked back follows the answers, on one line each, without control characters [R-ASKBACK]', () => {
  const request = requestOf([DATABASE, NAME]);
  const [database, name] = request.questions.map(({ id }) => id) as [string, string];
  const exchanges = [
    {
      key: 'a',
      questionId: database,
      text: 'Why\nnot \u001b[31mMySQL?',
      status: 'replied',
      reply: 'It is\n\u001b[2Jslow.',
    },
    { key: 'b', questionId: name, text: 'Whose?', status: 'failed' },
    { key: 'c', questionId: 'gone', text: 'What?', status: 'failed' },
  ] as const;
  const asked = [
    '? Database: “Why not MySQL?”',
    '  Reply: It is slow.',
    '? Service Name: “Whose?”',
    '  No reply came.',
  ];
  const result = atTerminal(request).press('2', 'tab', 'Ada', 'tab', 'enter').result()!;
  const options = { columns: 80, theme: plainTheme };
  expect(receiptLines({ ...request, exchanges }, result, options)).toEqual([
    ...receiptLines(request, result, options),
    ...asked,
  ]);
  const cancelled = receiptLines({ ...request, exchanges }, { status: 'cancelled' }, options);
  expect(cancelled).toEqual(['You cancelled Assistant’s request', ...asked]);
});
