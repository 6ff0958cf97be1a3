import { validateHtmlPreview } from '../../core/question/html-preview.js';
import type { Issue } from '../../core/question/issues.js';
import type { Question } from '../../core/question/types.js';

/** What is wrong with the HTML of a question's previews, an issue's `path` being a field of the question. */
export const badHtmlPreviews = ({ question, options }: Question): Issue[] =>
  options.flatMap(({ label, preview }, i): Issue[] => {
    const wrong = validateHtmlPreview(preview);
    const message = `Option "${label}" in question "${question}": ${wrong}`;
    return wrong === null ? [] : [{ code: 'preview', path: `options[${i}].preview`, message }];
  });
