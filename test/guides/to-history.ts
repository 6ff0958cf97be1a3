// to-history.ts
import { buildAnswers, parseRequest, toRecord, type QuestionInput } from 'react-ask-user/core';

interface StoredCall {
  questions: QuestionInput[];
  answers: Record<string, readonly string[]>;
  text?: string | undefined;
}

/** Returns the record of a call, or `undefined` if the answers do not fit the questions. */
export function toHistory(requestId: string, { questions, answers, text = '' }: StoredCall, answeredAt: number) {
  const parsed = parseRequest({ questions }, { requestId, values: true });
  if (!parsed.ok) return undefined;
  const replies = parsed.value.questions.map(({ id: questionId, options }) => {
    const values = answers[questionId] ?? [];
    const selected = values.map((value) => options.findIndex((option) => option.value === value));
    // With a selection, the text is a remark.
    if (selected.length > 0) return { questionId, selected, notes: text };
    return text ? { questionId, selected, custom: text } : { questionId, selected, skipped: true as const };
  });
  const built = buildAnswers(parsed.value, replies);
  if (!built.ok) return undefined;
  return toRecord({ status: 'answered', answers: built.value }, parsed.value, { mode: 'interactive', answeredAt });
}
