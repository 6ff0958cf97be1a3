import { isRecord } from '../../../core/guards.js';
import { validateHtmlPreview } from '../../../core/question/html-preview.js';
import { clip, type Issue } from '../../../core/question/issues.js';
import { LIMITS } from '../../../core/question/limits.js';
import { fromJson } from '../../../core/question/scan.js';

const { minOptions, maxOptions = Infinity, maxQuestions = Infinity, headerMaxLength = Infinity } = LIMITS.pilotDeck;

const refusal = (path: string, message: string): Issue => ({
  code: 'invalid_schema',
  path,
  message: clip(message),
});

const fieldsOf = (value: unknown) => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => {
  const list = fromJson(value);
  return Array.isArray(list) ? list : [];
};

function refusedOption(input: unknown, question: string, seen: Set<unknown>): Issue | undefined {
  const { label, preview } = fieldsOf(input);
  if (seen.has(label)) {
    return refusal('questions[].options', `Option labels must be unique within question "${question}"`);
  }
  seen.add(label);
  const wrong = typeof preview === 'string' ? validateHtmlPreview(preview) : null;
  if (wrong === null) return undefined;
  return refusal('questions[].options[].preview', `Option "${String(label)}" in question "${question}": ${wrong}`);
}

function refusedQuestion(input: unknown, seen: Set<unknown>): Issue | undefined {
  const { question, header, options } = fieldsOf(input);
  const text = String(question);
  if (seen.has(question)) return refusal('questions', `Question texts must be unique: "${text}"`);
  seen.add(question);
  if (typeof header === 'string' && header.length > headerMaxLength) {
    return refusal('questions[].header', `header for "${text}" exceeds ${headerMaxLength} chars`);
  }
  const labels = new Set<unknown>();
  for (const option of listOf(options)) {
    const refused = refusedOption(option, text, labels);
    if (refused) return refused;
  }
  return undefined;
}

/**
 * Returns an issue if an input violates one of the rules E1 to E4 and E7, or cannot be read. For E1 to E4, the message
 * is the tool's, shortened to at most 1,000 UTF-16 code units.
 *
 * Source: `validateInput` of PilotDeck's ask-user-question tool.
 */
export function refusedByPilotDeck(input: unknown): Issue | undefined {
  try {
    const questions = listOf(fieldsOf(fromJson(input))['questions']);
    if (questions.length < 1) return refusal('questions', `Provide 1-${maxQuestions} questions`);
    if (questions.length > maxQuestions) return refusal('questions', `At most ${maxQuestions} questions allowed`);
    for (const { question, options } of questions.map(fieldsOf)) {
      const { length } = listOf(options);
      if (length >= minOptions && length <= maxOptions) continue;
      return refusal(
        'questions[].options',
        `Question "${String(question)}" must have ${minOptions}-${maxOptions} options`,
      );
    }
    const seen = new Set<unknown>();
    for (const question of questions) {
      const refused = refusedQuestion(question, seen);
      if (refused) return refused;
    }
    return undefined;
  } catch {
    return refusal('', 'Could not be read. Send plain JSON.');
  }
}
