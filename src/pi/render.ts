import { questionText } from '../messages/labels.js';
import { clip, wrap } from '../terminal/cells.js';
import { answerText } from '../terminal/text.js';
import { cleanText } from '../core/clean.js';
import { isRecord } from '../core/guards.js';
import { receiptLines } from '../terminal/index.js';
import { askUser } from '../dialects/index.js';
import { type AskUserRecord, parseRecord } from '../core/index.js';
import { NAME } from './records.js';
import { themeOf } from './terminal.js';
import type { PiComponent, PiRenderOptions, PiTheme } from './types.js';
import { MESSAGES, WORDS } from './words.js';

const component = (render: (width: number) => readonly string[]): PiComponent => ({
  render: (width) => [...render(Math.max(1, width))],
  invalidate() {},
});

const wrapped = (text: string, width: number, indent = ''): readonly string[] =>
  wrap(cleanText(text, { lines: true }), Math.max(1, width - indent.length)).map((line) => indent + line.text);

export function renderCall(input: unknown, theme: PiTheme): PiComponent {
  const parsed = askUser.parse(input);
  const about = parsed.ok ? ` ${WORDS.call(parsed.value)}` : '';
  return component((width) => {
    const name = clip(NAME, width);
    const rest = width > name.length + 1 ? clip(about, width - name.length) : '';
    return [theme.fg('toolTitle', theme.bold(name)) + (rest === '' ? '' : theme.fg('muted', rest))];
  });
}

function expandedLines({ questions, answers }: AskUserRecord, width: number, theme: PiTheme): readonly string[] {
  return questions.flatMap((question, i) => {
    const answer = answers.find(({ questionId }) => questionId === question.id);
    return [
      ...wrapped(questionText(question, i, MESSAGES), width).map((line) => theme.bold(line)),
      ...(answer ? wrapped(answerText(question, answer, MESSAGES), width, '  ') : []),
      ...(answer?.notes === undefined ? [] : wrapped(answer.notes, width, '  ').map((line) => theme.fg('muted', line))),
    ];
  });
}

export function renderDetails(
  details: unknown,
  { expanded }: PiRenderOptions,
  theme: PiTheme,
): PiComponent | undefined {
  const parsed = parseRecord(details);
  if (!parsed.ok) return undefined;
  const { value } = parsed;
  return component((width) =>
    expanded && value.result.status === 'answered'
      ? expandedLines(value, width, theme)
      : // Receipt lines leave the last column free, which pi does not require.
        receiptLines(value, value.result, { columns: width + 1, theme: themeOf(theme) }),
  );
}

/** Renders a result: its record, or the text of a result without a record, such as an error. */
export function renderResult(
  { content, details }: { content?: unknown; details?: unknown },
  options: PiRenderOptions,
  theme: PiTheme,
): PiComponent {
  const shown = renderDetails(details, options, theme);
  if (shown) return shown;
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const text = blocks.map((block) => (typeof block['text'] === 'string' ? block['text'] : '')).join('\n');
  return component((width) => (text === '' ? [] : wrapped(text, width).map((line) => theme.fg('warning', line))));
}
