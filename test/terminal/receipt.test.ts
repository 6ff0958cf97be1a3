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

test.each([
  [{ status: 'cancelled' as const }, 'You cancelled Assistant’s request'],
  [{ status: 'declined' as const }, 'You declined Assistant’s request'],
  [{ status: 'aborted' as const }, 'Assistant no longer needs an answer'],
  [{ status: 'superseded' as const }, 'Assistant’s request was replaced'],
  [{ status: 'timedOut' as const }, 'Assistant’s request timed out'],
])('the receipt of %j is one line', (result, line) =>
  expect(receiptLines(requestOf([NAME]), result, { columns: 80, theme: plainTheme })).toEqual([line]),
);
