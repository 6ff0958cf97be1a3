import { piQuestionnaire, type PiQuestionnaireEnding, type PiQuestionnaireOutput } from '../pi-questionnaire.js';
import type { ToolSpec } from '../types.js';

/** pi's `questionnaire` as a model is offered it. Source: pi's example extension of that name; the words are this library's. */
export const piQuestionnaireTool: ToolSpec<PiQuestionnaireOutput, PiQuestionnaireEnding> = {
  dialect: piQuestionnaire,
  name: 'questionnaire',
  label: 'Questionnaire',
  description:
    'Put one or more questions to the user, each with choices of which the user takes one. Use it for decisions, ' +
    "preferences and confirmations that are the user's to give, and ask all that belongs together in one call.",
  inputSchema: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        description: 'The questions, in the order in which they are shown',
        items: {
          type: 'object',
          required: ['id', 'prompt', 'options'],
          properties: {
            id: { type: 'string', description: 'What the answer is filed under; different for each question' },
            label: { type: 'string', description: 'A word or two for its tab; Q1, Q2 and so on without it' },
            prompt: { type: 'string', description: 'The whole question' },
            options: {
              type: 'array',
              description: 'The choices',
              items: {
                type: 'object',
                required: ['value', 'label'],
                properties: {
                  value: { type: 'string', description: 'What you get back' },
                  label: { type: 'string', description: 'What the user sees' },
                  description: { type: 'string', description: 'What choosing it means' },
                },
              },
            },
            allowOther: {
              type: 'boolean',
              description: 'Whether the user may answer in own words instead; true without it',
            },
          },
        },
      },
    },
  },
};
