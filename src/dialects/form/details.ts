import { defined, isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import type { Constraints, QuestionOption } from '../../core/question/types.js';
import { listOf, textOf } from '../lib/values.js';

/** Details of one question, in addition to the form's schema. */
export interface FormDetail {
  /** Name of the property. */
  readonly id: string;
  /** ID of the question, if it differs from the property name. */
  readonly questionId?: string;
  readonly question: string;
  readonly header?: string;
  readonly context?: string;
  /** Options, in the order of the schema's values. */
  readonly options?: readonly Omit<QuestionOption, 'value'>[];
  /** Name of the property for the custom text. */
  readonly other?: string;
  /** Whether an option or a custom text is required. A flat schema cannot express that. */
  readonly required?: boolean;
  /** Minimum number of selected options. Custom text counts as one. A flat schema cannot express that. */
  readonly minSelected?: number;
  readonly allowNotes?: Constraints['allowNotes'];
}

const RULES = [false, 'withAnswer', 'withOption'] as const;

function readOption(option: unknown): NonNullable<FormDetail['options']>[number] {
  const { label, description, preview, recommended } = isRecord(option) ? option : {};
  return defined<QuestionOption>({
    label: textOf(label) ?? '',
    description: textOf(description),
    preview: textOf(preview),
    recommended: recommended === true || undefined,
  });
}

/**
 * Parses the details of a form, by property. Lists can be JSON text. Details without an `id` or a `question` are
 * skipped. An invalid option gets an empty label, so that the others keep their index. May throw if the input throws.
 */
export function readDetails(input: unknown): ReadonlyMap<string, FormDetail> {
  const details = new Map<string, FormDetail>();
  for (const one of listOf(fromJson(input))) {
    if (!isRecord(one)) continue;
    const { id, questionId, question, header, context, other, required, minSelected, allowNotes } = one;
    const options = fromJson(one['options']);
    if (typeof id !== 'string' || typeof question !== 'string') continue;
    const detail = defined<FormDetail>({
      id,
      questionId: textOf(questionId),
      question,
      header: textOf(header),
      context: textOf(context),
      options: Array.isArray(options) ? listOf(options).map(readOption) : undefined,
      other: textOf(other),
      required: required === true || undefined,
      minSelected: typeof minSelected === 'number' ? minSelected : undefined,
      allowNotes: RULES.find((rule) => rule === allowNotes),
    });
    details.set(id, detail);
  }
  return details;
}
