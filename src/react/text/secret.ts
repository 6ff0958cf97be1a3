import { isBlank } from '../../core/guards.js';
import type { Question } from '../../core/question/types.js';

// As many for every secret: their number would tell its length.
const DOTS = '•'.repeat(8);

/** What the person typed at a question, as it is shown anywhere but in its own field: a secret as dots. */
export const shownText = (question: Question | undefined, text: string): string =>
  question?.constraints?.secret && !isBlank(text) ? DOTS : text;
