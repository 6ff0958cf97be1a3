import { defined, isRecord } from '../../core/guards.js';
import { listOf } from './envelope.js';
import { textOf } from './read-answer.js';

/** What a form's schema has no room for, of one question. JSON. The schema alone says what is allowed. */
export interface FormDetail {
  /** The property. */
  readonly id: string;
  /** The question's id, if the property has another name. */
  readonly questionId?: string;
  readonly question: string;
  readonly header?: string;
  readonly context?: string;
  /** In the order of the schema's values. */
  readonly options?: readonly { readonly label: string; readonly description?: string; readonly preview?: string }[];
  /** The property for own words. */
  readonly other?: string;
  /** Either a choice or own words must be given, which a flat schema can't say. */
  readonly required?: boolean;
  /** Choices and own words together, which a flat schema can't say, either. */
  readonly minSelected?: number;
}

function readOption(option: unknown): NonNullable<FormDetail['options']>[number] {
  const { label, description, preview } = isRecord(option) ? option : {};
  return defined({ label: textOf(label) ?? '', description: textOf(description), preview: textOf(preview) });
}

/** The details that came with a form, by property. What is none is left out. May throw where reading the input does. */
export function readDetails(input: unknown): ReadonlyMap<string, FormDetail> {
  const details = new Map<string, FormDetail>();
  for (const one of listOf(input)) {
    if (!isRecord(one)) continue;
    const { id, questionId, question, header, context, options, other, required, minSelected } = one;
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
    });
    details.set(id, detail);
  }
  return details;
}
