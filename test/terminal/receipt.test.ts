import { expect, test } from 'vitest';
import { receiptLines } from '../../src/terminal/receipt.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

test('the receipt has one line per question: options, text on one line, a hidden secret, a skip', () => {
  const request = requestOf(
    [DATABASE, NAME, { question: 'Token?' }, FEATURES],
    [undefined, undefined, { secret: true }],
  );
  const terminal = atTerminal(request, { allowSkip: true });
  terminal.press('2', 'tab', 'one', 'ctrl+j', 'paste', '\u001b[31mtwo', 'pasted', 'tab', 'hunter2', 'tab', 'ctrl+s');
  const result = terminal.press('enter').result()!;
  expect(receiptLines(request, result, { columns: 80, theme: plainTheme })).toEqual([
    '✓ Database: SQLite',
    '✓ Service Name: one ␛[31mtwo',
    '✓ Token?: •••••••• (hidden)',
    '– Features: Skipped',
  ]);
  expect(receiptLines(request, result, { columns: 24, theme: plainTheme })).toEqual([
    '✓ Database: SQLite',
    '✓ Service Na… one ␛[31…',
    '✓ Token?: •••••••• (hi…',
    '– Features: Skipped',
  ]);
});

test.each([
  [{ status: 'cancelled' as const }, 'Cancelled. Nothing was sent.'],
  [{ status: 'declined' as const }, 'Declined to answer'],
  [{ status: 'aborted' as const }, 'Withdrawn by the agent. Nothing was sent.'],
  [{ status: 'superseded' as const }, 'Replaced by a newer request. Nothing was sent.'],
  [{ status: 'timedOut' as const }, 'Timed out. Nothing was sent.'],
])('the receipt of %j is one line', (result, line) =>
  expect(receiptLines(requestOf([NAME]), result, { columns: 80, theme: plainTheme })).toEqual([line]),
);
