// stored-calls.ts
import type { QuestionInput } from 'react-ask-user/core';

/** The questions of a call, the values of the selected options by question id, and a typed text. */
export interface StoredCall {
  questions: QuestionInput[];
  /** `undefined` if the user did not answer. */
  answers: Record<string, readonly string[]> | undefined;
  text?: string | undefined;
}

/** AI Elements: the arguments of your tool, and the response of `Question`. Adapt the first to your app. */
export const fromAiElements = (
  call: {
    prompt: string;
    description?: string;
    options?: { value: string; label: string; description?: string }[];
    multiple?: boolean;
  },
  response: { selectedValues?: readonly string[]; text?: string },
): StoredCall => ({
  questions: [
    {
      id: 'question',
      question: call.prompt,
      context: call.description,
      options: call.options,
      multiSelect: call.multiple,
    },
  ],
  // A text alone is an answer, too.
  answers: response.selectedValues || response.text ? { question: response.selectedValues ?? [] } : undefined,
  text: response.text,
});

/** Arguments of `OptionList`, and a step of `QuestionFlow`: with `question` in assistant-ui, `title` in tool-ui. */
export interface Choices {
  id?: string;
  question?: string;
  title?: string;
  description?: string;
  options: { id: string; label: string; description?: string }[];
  selectionMode?: 'single' | 'multiple' | 'multi';
}

const toQuestion = ({ id = 'question', selectionMode = 'single', ...step }: Choices): QuestionInput => ({
  id,
  question: step.question ?? step.title ?? '',
  context: step.description,
  options: step.options.map((option) => ({ ...option, value: option.id })),
  multiSelect: selectionMode !== 'single',
});

/** `question` is the text of the message before the list. */
export const fromAssistantUi = (call: Choices, result: { selected: string[] }, question: string): StoredCall => ({
  questions: [toQuestion({ ...call, question })],
  answers: { question: result.selected },
});

/** `question` is the text of the message before the list. */
export const fromToolUi = (call: Choices, result: string[] | string | null, question: string): StoredCall => ({
  questions: [toQuestion({ selectionMode: 'multi', ...call, id: 'question', question })],
  answers: { question: [result ?? []].flat() },
});

/** Both: `answers` is the result of tool-ui, and `result.answers` of assistant-ui. */
export const fromQuestionFlow = (steps: Choices[], answers: Record<string, string[]>): StoredCall => ({
  questions: steps.map(toQuestion),
  answers,
});
