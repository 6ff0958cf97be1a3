import { describe, expect, it } from 'vitest';
import { askUser } from '../../src/dialects/index.js';
import { put } from '../../src/integrations/shared/put.js';

const INPUT = { questions: [{ id: 'q', question: 'Which?', options: ['A', 'B'] }] };
const by = (result: unknown) => ({ conversationId: 'c', broker: { ask: () => Promise.resolve(result as never) } });
const answer = { questionId: 'q', question: 'Which?', answer: 'A', text: 'A', selectedOption: 'A', wasCustom: false };

describe('putting a request to whoever asks', () => {
  it.each([
    ['nothing', undefined],
    ['no answers', { status: 'answered' }],
    ['too few answers', { status: 'answered', answers: [] }],
    [
      'an option that was not there',
      { status: 'answered', answers: [{ ...answer, selected: [{ index: 7, label: 'A' }] }] },
    ],
    ['no status that there is', { status: 'maybe' }],
  ])('[R-NOPHANTOM] refuses a result with %s', async (_, result) => {
    await expect(put(askUser, INPUT, by(result))).rejects.toMatchObject({ code: 'invalid_result' });
  });

  it('gives what fits, as it is', async () => {
    const result = { status: 'answered', answers: [{ ...answer, selected: [{ index: 0, label: 'A' }] }] };
    const said = await put(askUser, INPUT, by(result));
    expect(said).toMatchObject({ result, wire: { answered: true } });
  });

  it('[R-EMPTY] asks nobody what can’t be asked', async () => {
    const said = await put(askUser, {}, by(undefined));
    expect(said.result.status).toBe('invalid');
  });
});
