import { PlainQuestions } from '../../../stories/plain-questions.js';
import { Options } from '../../guides/components.js';
import type { Face } from '../types.js';
import { plain } from './plain.js';

/** The story’s UI with the radios and checkboxes of Radix, as the page about component libraries has them. */
export const radix: Face = {
  ...plain,
  name: 'useAskUser with Radix',
  draw: (props) => <PlainQuestions {...props} Options={Options} />,
};
