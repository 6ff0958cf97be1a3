import { piQuestionnaire, type PiQuestionnaireUnanswered, type PiQuestionnaireOutput } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * pi's `questionnaire`. The descriptions are written for this package.
 *
 * Source: pi's example extension `questionnaire`.
 */
export const piQuestionnaireTool: ToolSpec<PiQuestionnaireOutput, PiQuestionnaireUnanswered> = {
  dialect: piQuestionnaire,
  name: 'questionnaire',
  label: 'Questionnaire',
  description:
    'Put one or more questions to the user, each with choices of which the user takes one. Use it for decisions, ' +
    "preferences and confirmations that are the user's to give, and ask all that belongs together in one call.",
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions, in the order in which they are shown' },
      object(['id', 'prompt', 'options'], {
        id: text('What the answer is filed under; different for each question'),
        label: text('A word or two for its tab; Q1, Q2 and so on without it'),
        prompt: text('The whole question'),
        options: list(
          { description: 'The choices' },
          object(['value', 'label'], {
            value: text('What you get back'),
            label: text('What the user sees'),
            description: text('What choosing it means'),
          }),
        ),
        allowOther: flag('Whether the user may answer in own words instead; true without it'),
      }),
    ),
  }),
};
