// to-history.ts
import { buildAnswers, parseRequest, toRecord, type QuestionInput } from 'react-ask-user/core';
import { askUser } from 'react-ask-user/dialects';

interface StoredCall {
  questions: QuestionInput[];
  answers: Record<string, readonly string[]> | undefined;
  text?: string | undefined;
}

interface Known {
  /** Name of your agent. */
  asker: string;
  /** Time of the message in milliseconds. Without one, the receipt shows none. */
  answeredAt?: number | undefined;
}

/** Returns the record of a settled call, or `undefined` if its questions or its result cannot be read. */
export function toHistory(
  requestId: string,
  call: StoredCall,
  stored: unknown,
  { asker, answeredAt = Number.NaN }: Known,
) {
  const parsed = parseRequest({ questions: call.questions }, { requestId, asker, values: true });
  if (!parsed.ok) return undefined;
  const request = parsed.value;
  const options = { mode: 'interactive', answeredAt } as const;
  if (!call.answers) {
    // A cancellation, as the dialog below sends it.
    const read = askUser.parseResult(stored, request);
    return read.ok && read.value.status !== 'answered' ? toRecord(read.value, request, options) : undefined;
  }
  const { answers, text = '' } = call;
  const replies = request.questions.map(({ id: questionId, options: all }) => {
    const values = answers[questionId] ?? [];
    const selected = values.flatMap((value) => all.flatMap((option, index) => (option.value === value ? [index] : [])));
    // The app may have removed an option since.
    const removed = values.filter((value) => !all.some((option) => option.value === value)).join(', ');
    // With a selection, the text is a remark.
    if (selected.length > 0) return { questionId, selected, notes: text, ...(removed && { custom: removed }) };
    const custom = [removed, text].filter(Boolean).join(': ');
    return custom ? { questionId, selected, custom } : { questionId, selected, skipped: true as const };
  });
  const built = buildAnswers(request, replies);
  return built.ok ? toRecord({ status: 'answered', answers: built.value }, request, options) : undefined;
}
