import type { Question } from '../question/types.js';

/** Whether the question offers Other: it has options, and `constraints.allowCustom` is not `false`. */
export const allowsOther = ({ options, constraints }: Question): boolean =>
  options.length > 0 && constraints?.allowCustom !== false;
