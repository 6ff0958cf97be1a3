import { isBlank } from '../../core/guards.js';
import type { Question } from '../../core/question/types.js';

// The same number for every secret, because it would reveal the length.
const DOTS = '•'.repeat(8);

/** Returns a custom text as it is shown outside its field. A secret is shown as dots. */
export const shownText = (question: Question | undefined, text: string): string =>
  question?.constraints?.secret && !isBlank(text) ? DOTS : text;
