import type { Answer } from '../../core/answer/types.js';
import type { OptionInput, QuestionInput } from '../../core/question/types.js';

/** An answer in `details.byId`, with the values of the selected options. */
export interface AnswerById<Value extends string = string> extends Answer {
  /**
   * Single-select: the selected option's `value`, or its label if it has none. `undefined` if nothing is selected: the
   * user typed a `custom` text or skipped the question. Also `undefined` in multi-select, which has `values`.
   */
  readonly value: Value | undefined;
  /** The values of the selected options, in option order. An option without a `value` is represented by its label. */
  readonly values: readonly Value[];
}

type OptionOf<Item> = Item extends { readonly options: readonly (infer Option)[] } ? Option : never;
type ValueOf<Option> = Option extends { readonly value: infer Value extends string }
  ? Value
  : Option extends Pick<OptionInput, 'label'>
    ? Option['label']
    : Option & string;

/** `details.byId` of these questions. If their ids are literals, so are its keys. */
export type AnswersById<Item extends QuestionInput = QuestionInput> =
  string extends NonNullable<Item['id']>
    ? { readonly [id: string]: AnswerById | undefined }
    : { readonly [One in Item as One['id'] & string]: AnswerById<ValueOf<OptionOf<One>>> };

export function toById(answers: readonly Answer[]): AnswersById {
  // Without a prototype, `__proto__` and `constructor` are ordinary ids.
  const byId = Object.create(null) as Record<string, AnswerById>;
  for (const answer of answers) {
    const values = answer.selected.map(({ value, label }) => value ?? label);
    byId[answer.questionId] = { ...answer, value: Array.isArray(answer.answer) ? undefined : values[0], values };
  }
  return byId;
}
