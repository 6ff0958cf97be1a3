import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../src/core/index.js';
import { DIALECTS } from '../../src/dialects/index.js';

const QUESTIONS = [
  {
    question: 'Which plan?',
    header: 'Plan',
    options: [
      { label: 'Pro', description: 'For teams', value: 'price_internal_1' },
      { label: 'Free', description: 'For one', value: 'price_internal_2' },
    ],
    multiSelect: false,
  },
];

/** The options of pi's questionnaire have values for the agent. */
const WITHOUT_VALUES = DIALECTS.filter(
  ({ name, capabilities }) => capabilities.optionsBy !== 'value' && name !== 'piQuestionnaire',
);

describe.each(WITHOUT_VALUES)('$name, with values that the host gave to its options', (dialect) => {
  it('formats an answer without them', () => {
    const parsed = dialect.parse({ questions: QUESTIONS }, { values: true });
    if (!parsed.ok) return;
    const request = parsed.value;
    const [question] = request.questions;
    const built = buildAnswers(request, [{ questionId: question!.id, selected: [0] }]);
    if (!built.ok) throw new Error('The reply of this test is invalid.');
    const result = { status: 'answered', answers: built.value } as const;
    const output = [dialect.formatResult(result, request), dialect.toModelText(result, request)];
    expect(JSON.stringify(output)).not.toContain('price_internal');
  });
});
