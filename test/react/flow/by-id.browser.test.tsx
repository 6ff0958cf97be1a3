import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAskUser, type QuestionInput } from '../../../src/react/index.js';
import type { AnswersById } from '../../../src/react/flow/by-id.js';
import { askUser, claudeCode, deepAgents, piQuestionnaire } from '../../../src/dialects/index.js';
import { toOutput } from '../../../src/core/index.js';
import {
  ask,
  button,
  checkbox,
  cleanUpAfterEach,
  click,
  field,
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';

cleanUpAfterEach();

const DB: QuestionInput = {
  id: 'db',
  question: 'Which database?',
  header: 'Database',
  options: [{ label: 'PostgreSQL', value: 'pg' }, { label: 'SQLite', value: 'sqlite' }, 'None'],
};
const FEATURES: QuestionInput = {
  id: 'features',
  question: 'Which features?',
  header: 'Features',
  multiSelect: true,
  options: [{ label: 'Accounts', value: 'auth' }, 'REST API'],
};
const NAME: QuestionInput = { id: 'name', question: 'Which name?', header: 'Name' };

describe('details.byId', () => {
  it('has the answers by id: a value, the values, or the text [R-ID]', async () => {
    const { onSubmit } = ask([DB, FEATURES, NAME]);
    await click(radio(/SQLite/));
    await mouseClick(tab(/Features/));
    await click(checkbox('REST API'));
    await click(checkbox(/Accounts/));
    await mouseClick(tab(/Name/));
    await fill(field(/name/), 'Orders');
    await mouseClick(tab(/Review/));
    await click(button(/^Submit/));
    const [output, { byId, result }] = onSubmit.mock.calls[0]!;
    expect(byId['db']).toMatchObject({ value: 'sqlite', values: ['sqlite'], text: 'SQLite', selectedOption: 'SQLite' });
    expect(byId['features']).toMatchObject({ value: undefined, values: ['auth', 'REST API'] });
    expect(byId['features']?.text).toBe('Accounts, REST API');
    expect(byId['name']).toMatchObject({ value: undefined, values: [], text: 'Orders', custom: 'Orders' });
    expect(result).toMatchObject({ answers: [{ selected: [{ index: 1, label: 'SQLite', value: 'sqlite' }] }, {}, {}] });
    // The agent does not receive values.
    expect(JSON.stringify(output)).not.toMatch(/sqlite|auth|value/);
  });

  it('has the label of an option without a value, and no value for custom text', async () => {
    const { onSubmit, update } = ask([DB], { requestId: '1' });
    await click(radio(/None/));
    await click(button('Submit'));
    update([DB], { requestId: '2' });
    await click(radio(/Other/));
    await fill(field(/own|answer/i), 'pg');
    await click(button('Submit'));
    const answers = onSubmit.mock.calls.map(([, { byId }]) => byId['db']);
    expect(answers[0]).toMatchObject({ value: 'None', values: ['None'] });
    // The typed text equals a value, but nothing was selected.
    expect(answers[1]).toMatchObject({ value: undefined, values: [], text: 'pg', custom: 'pg' });
  });

  it.each(['__proto__', 'constructor', ''])('has the id %j as its own property [R-ID]', async (id) => {
    const question = { id, question: 'Which name?', options: [], multiSelect: false };
    const request = { requestId: 'r', questions: [question] };
    const { onSubmit } = ask(undefined, { request });
    await fill(field(/name/), 'Orders');
    await click(button('Submit'));
    const { byId } = onSubmit.mock.calls[0]![1];
    expect([Object.getPrototypeOf(byId), Object.keys(byId)]).toEqual([null, [id]]);
    expect(byId[id]?.text).toBe('Orders');
  });

  it('is empty after a cancellation, and has the answers so far in a discussion [R-DISCUSS]', async () => {
    const { onCancel, update } = ask([DB], { requestId: '1', allow: { discuss: true } });
    await click(radio(/SQLite/));
    await click(button('Cancel'));
    update([DB, NAME], { requestId: '2' });
    await loaded();
    await click(radio(/SQLite/));
    await click(button('Discuss instead'));
    await click(button('Send and discuss'));
    const found = onCancel.mock.calls.map(([, { byId, result }]) => [result.status, { ...byId }]);
    expect(found).toEqual([
      ['cancelled', {}],
      ['declined', { db: expect.objectContaining({ value: 'sqlite' }) }],
    ]);
  });

  it('is the same for a headless UI', () => {
    const onSubmit = vi.fn((_: unknown, { byId }: { byId: AnswersById }) => byId);
    const { result } = renderHook(() => useAskUser([DB], { onSubmit }));
    act(() => result.current.activeQuestion?.choose(0));
    act(() => result.current.submit());
    expect(onSubmit.mock.results[0]?.value).toMatchObject({ db: { value: 'pg', values: ['pg'], text: 'PostgreSQL' } });
  });
});

describe('the value of an option', () => {
  it.each([undefined, askUser, claudeCode, piQuestionnaire, deepAgents])(
    'is read from the questions of a host, in any dialect (%#)',
    async (dialect) => {
      const { onSubmit } = ask([DB], { ...(dialect && { dialect: dialect as never }) });
      await click(radio(/PostgreSQL/));
      await click(button('Submit'));
      expect(onSubmit.mock.calls[0]?.[1].byId['db'] ?? onSubmit.mock.calls[0]?.[1].byId['q1']).toMatchObject({
        value: 'pg',
        text: 'PostgreSQL',
      });
    },
  );

  it.each([undefined, askUser])('is dropped from the input of a model (%#)', async (dialect) => {
    const { onSubmit } = ask(undefined, { input: { questions: [DB] }, dialect });
    await click(radio(/PostgreSQL/));
    await click(button('Submit'));
    const { byId, request } = onSubmit.mock.calls[0]![1];
    expect(byId['db']).toMatchObject({ value: 'PostgreSQL' });
    expect(JSON.stringify(request.questions)).not.toContain('pg');
  });

  it('may be that of two options, which stay two answers [R-ID]', async () => {
    const options = [
      { label: 'Germany', value: 'eu' },
      { label: 'France', value: 'eu' },
    ];
    const { onSubmit } = ask([{ id: 'region', question: 'Where?', options }]);
    await click(radio(/France/));
    await click(button('Submit'));
    const [output, { byId, replies }] = onSubmit.mock.calls[0]!;
    expect(byId['region']).toMatchObject({ value: 'eu', text: 'France' });
    expect([replies[0]?.selected, output.answers[0]?.selectedOption]).toEqual([[1], 'France']);
  });

  it('stays out of the output', async () => {
    const { onSubmit } = ask([DB]);
    await click(radio(/PostgreSQL/));
    await click(button('Submit'));
    const [output, { result }] = onSubmit.mock.calls[0]!;
    expect(output).toEqual({
      answered: true,
      answers: [{ question: DB.question, answer: 'PostgreSQL', selectedOption: 'PostgreSQL', wasCustom: false }],
    });
    expect(toOutput(result)).toEqual(output);
  });
});
