import type { Issue } from '../../core/question/issues.js';

/** What a family asks of the labels of options, beyond `Limits`. */
export interface LabelRules {
  /** Labels that its host has for rows of its own. */
  readonly reserved: readonly string[];
  /** In UTF-16 units, as `length` counts. */
  readonly maxLength?: number;
}

/** What stands against the labels of a question's options, `path` being a field of the question. */
export function brokenLabelRules(
  labels: readonly string[],
  { reserved, maxLength = Infinity }: LabelRules,
): readonly Issue[] {
  return labels.flatMap((label, i): Issue[] => {
    const path = `options[${i}].label`;
    if (reserved.includes(label)) {
      return [{ code: 'reserved', path, message: `"${label}" is a row of the tool's own. Name the option otherwise.` }];
    }
    if (label.length <= maxLength) return [];
    return [{ code: 'too_long', path, message: `Has a length of ${label.length}. Make it at most ${maxLength}.` }];
  });
}
