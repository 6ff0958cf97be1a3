import type { Question, QuestionOption } from './types.js';

// "Recommended" in English, Spanish, French, German, Japanese, Chinese and Arabic.
const WORD = 'recomm?[ea]nd(ed|ad[oa]|ée?)|empfohlen|お(すす|勧)め|推[奨荐薦]|موصى بها?';
const MARK = `[([（【] ?(${WORD}) ?[)\\]）】]`;

/** The mark "(Recommended)" at the start or the end of a label, in any case, in one of the languages of the dialog. */
export const RECOMMENDED_MARK: RegExp = new RegExp(`^${MARK}|${MARK}$`, 'i');

/** Returns a label without its mark, or `undefined` if it has no mark or no other text. */
export function readRecommended(label: string): string | undefined {
  const text = label.trim();
  const rest = text.replace(RECOMMENDED_MARK, '').trim();
  return rest && rest !== text ? rest : undefined;
}

/** Whether the agent recommends the option, in a field or by the mark in its label. */
export const isRecommended = ({ label, recommended }: QuestionOption): boolean =>
  // As in the label that is shown, invisible characters do not count.
  recommended ?? readRecommended(label.replace(/\p{Cf}/gu, '')) !== undefined;

/** Returns the index of the option that the agent recommends, if exactly one option of a single-select question is. */
export function recommendedOption({ options, multiSelect }: Question): number | undefined {
  const marked = options.flatMap((option, index) => (isRecommended(option) ? index : []));
  return !multiSelect && marked.length === 1 ? marked[0] : undefined;
}

/** Sets `recommended` in the options that a field of the agent's format recommends. */
export const recommend = (question: Question, isRecommended: (index: number) => boolean): Question => ({
  ...question,
  options: question.options.map((option, i) => (isRecommended(i) ? { ...option, recommended: true } : option)),
});
