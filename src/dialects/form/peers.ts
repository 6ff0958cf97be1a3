import { codePointLength, defined } from '../../core/guards.js';
import { type Fields, fieldsIn, listOf, textOf } from '../lib/values.js';
import type { FormDetail } from './details.js';
import { nonEmptyTextOf } from './schema.js';

/** Choice of codex-acp that says that none of its options was meant. It stands beside own words. */
export const CODEX_NONE = 'None of the above';

const codexIn = (property: Fields): Fields => fieldsIn(fieldsIn(property['_meta'])['codex']);

/**
 * Reads what codex-acp and claude-agent-acp say of a property for the user's own words. The mark of claude-agent-acp is
 * for the client AIR. Older versions write it for every client.
 *
 * - `choice`: the property of the choice, if a mark names it.
 * - `takesNotes`: a text beside a selected option is a note. For other agents, it can replace the option.
 * - `isCodex`: the choice "None of the above" is sent beside own words.
 */
export function readOwnWords(property: Fields) {
  const { jetbrains, _askUserQuestionCustomAnswer: legacy } = fieldsIn(property['_meta']);
  const codex = codexIn(property);
  const marks = [codex, legacy, fieldsIn(fieldsIn(jetbrains)['air'])['customAnswer']];
  const [choice] = marks.flatMap((mark) => textOf(fieldsIn(mark)['questionId']) ?? []);
  const said = [property['title'], property['description']].map((text) => textOf(text) ?? '').join(' ');
  const takesNotes = codex['role'] === 'user_note' || /\bnote\b/i.test(said);
  return { choice, takesNotes, isCodex: codex['questionId'] !== undefined };
}

/** Whether a property asks for a secret: by codex-acp's mark, or by the format that Pydantic writes. */
export const isSecret = (property: Fields): boolean =>
  codexIn(property)['isSecret'] === true || property['format'] === 'password';

/** Whether the title is the question, and the description its header, whatever their lengths. */
export const asksInTitle = (property: Fields): boolean => Object.hasOwn(codexIn(property), 'isOther');

/** Whether a text ends with a question mark. */
export const asks = (text: string): boolean => /[?？؟]\s*$/.test(text);

/**
 * Whether claude-agent-acp wrote both texts: it writes the header as the title. A longer title that asks, beside a text
 * that does not, is from another agent.
 */
export const isHeaderOf = (question: string, title: string): boolean =>
  asks(question) || !asks(title) || codePointLength(title) <= codePointLength(question);

/** Details of an option from claude-agent-acp. With a `description`, the title is the label and the description. */
export const optionDetails = ({ _meta }: Fields): Fields => fieldsIn(fieldsIn(_meta)['_claude/askUserQuestionOption']);

/**
 * Returns the questions of a form of Kimi Code, or `undefined` for another form. Its message has one question per line,
 * and each required property `q0`, `q1`, … has the header, or the question again, as its title.
 */
export function readKimi({ toolCallId, message, requestedSchema }: Fields): readonly FormDetail[] | undefined {
  const { properties, required } = fieldsIn(requestedSchema);
  const entries = Object.entries(fieldsIn(properties));
  const text = textOf(message) ?? '';
  const questions = entries.length === 1 ? [text] : text.split('\n');
  const details = entries.map(([id, property], i) => {
    const { title, description } = fieldsIn(property);
    const question = questions[i] ?? '';
    const header = title === question ? undefined : nonEmptyTextOf(title);
    return defined<FormDetail>({ id, question, header, context: nonEmptyTextOf(description) });
  });
  const isKimi = details.every(
    ({ id, question, header = '' }, i) =>
      id === `q${i}` && listOf(required)[i] === id && question !== '' && (asks(question) || !asks(header)),
  );
  return isKimi && typeof toolCallId === 'string' && questions.length === entries.length ? details : undefined;
}
