import { useEffect, useState } from 'react';

const PIECE_MS = 900;

const questionsOf = (input: unknown): readonly unknown[] =>
  typeof input === 'object' && input !== null && 'questions' in input && Array.isArray(input.questions)
    ? input.questions
    : [];

/** Returns the input as it arrives from a model, one question after another, and whether it is complete. */
export function useStreamed(input: unknown, isStreaming: boolean): { input: unknown; isComplete: boolean } {
  const questions = questionsOf(input);
  const [count, setCount] = useState(isStreaming ? 0 : questions.length);
  const isComplete = !isStreaming || count > questions.length;
  useEffect(() => {
    if (isComplete) return undefined;
    const timer = setTimeout(() => setCount(count + 1), PIECE_MS);
    return () => clearTimeout(timer);
  }, [count, isComplete]);
  // The dialog does not show the last question that has begun.
  return { input: isComplete ? input : { ...(input as object), questions: questions.slice(0, count) }, isComplete };
}
