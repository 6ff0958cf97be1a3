import { refusedByPilotDeck } from './rules.js';
import { closed, flag, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * PilotDeck's `ask_user_question`, with the descriptions of its source.
 *
 * The schema has `answers` and `annotations` because PilotDeck's schema has them. `parse` drops both, because only a
 * user can answer.
 */
export const pilotDeckTool: ToolDefinition = {
  name: 'ask_user_question',
  aliases: ['AskUserQuestion'],
  description:
    'Use this tool when you need to ask the user one or more multiple-choice questions during execution. ' +
    'It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, ' +
    'getting decisions on implementation choices, or offering the user concrete directions to choose from. ' +
    'Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question ' +
    'should allow multiple selections; phrase the choices yourself instead of using this tool for open-ended ' +
    'free-form clarification. In plan mode, use ask_user_question to clarify requirements or choose between ' +
    'approaches before finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that.',
  throwsUnanswered: true,
  noChannel: 'ask_user_question requires a host elicitation channel (none registered).',
  refuses: refusedByPilotDeck,
  inputSchema: closed(['questions'], {
    questions: list(
      {
        minItems: 1,
        maxItems: 4,
        description: 'Questions to ask the user. Provide 1-4 multiple-choice questions in one batch.',
      },
      closed(['question', 'header', 'options'], {
        question: text(
          'The full question shown to the user. Keep it clear and specific; if multiSelect is true, phrase it as a multi-select question.',
        ),
        header: {
          type: 'string',
          maxLength: 12,
          description: 'Very short chip/tag label for the question (max 12 chars).',
        },
        options: list(
          {
            minItems: 2,
            maxItems: 4,
            description:
              'Available choices for this question. Provide 2-4 distinct options; they should be mutually exclusive unless multiSelect is true.',
          },
          closed(['label', 'description'], {
            label: text('Short display text for the option. This is what the user selects.'),
            description: text('Explanation of what the option means or what choosing it implies.'),
            preview: text(
              'Optional host-specific preview content associated with this option. Hosts may surface it alongside the choice and may echo the selected preview back in annotations.',
            ),
          }),
        ),
        multiSelect: flag(
          'Set to true to allow the user to select multiple options for this question instead of just one.',
        ),
      }),
    ),
    answers: {
      type: 'object',
      description:
        'Optional pre-supplied answers keyed by question text. Values may be a single string or an array of strings for multi-select questions.',
    },
    annotations: {
      type: 'object',
      description:
        'Optional per-question annotation data keyed by question text, such as selected preview text or free-form user notes returned by the host.',
    },
    metadata: {
      type: 'object',
      additionalProperties: false,
      description: 'Optional metadata forwarded to the host with the elicitation request. Not displayed to the user.',
      properties: {
        source: text('Optional identifier describing why this question was asked, for host-side analytics or routing.'),
      },
    },
  }),
};
