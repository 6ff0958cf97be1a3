import { renderHook, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { codex } from '../../../src/dialects/index.js';
import { useAskUser, type AskUserRequest } from '../../../src/react/index.js';
import { ask, button, card, cleanUpAfterEach, click, field, radio } from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';

cleanUpAfterEach();

const parsed = (requestId: string, question: string): AskUserRequest => ({
  requestId,
  asker: 'Broker',
  questions: [{ id: 'q', question, multiSelect: false, options: [{ label: 'Yes' }, { label: 'No' }] }],
});

describe('a request that is already parsed', () => {
  it('is asked as it is, and its ID decides whether it is a new one', async () => {
    const { onSubmit, update } = ask(undefined, { request: parsed('r1', 'Deploy?') });
    await click(radio('Yes'));
    update(undefined, { request: parsed('r1', 'Deploy?') });
    expect(radio('Yes')).toBeChecked();
    update(undefined, { request: parsed('r2', 'Deploy?') });
    expect(radio('Yes')).not.toBeChecked();
    expect(card()).toHaveAccessibleName(/Broker/);
    await click(radio('No'));
    await click(button('Submit'));
    const [output, { request }] = onSubmit.mock.calls[0]!;
    expect(output).toMatchObject({ answered: true, answers: [{ question: 'Deploy?', answer: 'No' }] });
    expect(request.requestId).toBe('r2');
  });

  it('gives way to `questions`, takes the host’s `asker`, and has the output of the host’s dialect', async () => {
    const { onSubmit, update } = ask(undefined, {
      request: parsed('r1', 'Deploy?'),
      asker: 'Ada',
      dialect: codex as never,
    });
    expect(card()).toHaveAccessibleName(/Ada/);
    await click(radio('Yes'));
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]![0]).toEqual({ answers: { q: { answers: ['Yes'] } } });
    update([{ question: 'Which port?' }], { request: parsed('r2', 'Deploy?'), requestId: 'r3' });
    expect(card()).toHaveAccessibleName(/Which port/);
  });

  it('does not lend its ID to the `questions` that replace it', async () => {
    const port = { question: 'Which port?' };
    const { update } = ask([port], { request: parsed('r1', 'Deploy?') });
    await fill(field(/port/), '80');
    update([port], { request: parsed('r2', 'Deploy?') });
    expect(field(/port/)).toHaveValue('80');
  });

  it.each([[{ questions: ['Deploy?'] }], ['{"questions":[]}'], [7]])(
    'is invalid if it is %j, which says what to do instead',
    async (request) => {
      const onError = vi.fn<(output: unknown, details: { result: unknown }) => void>();
      ask(undefined, { request: request as never, onError });
      expect(screen.queryByRole('region')).toBeNull();
      const issue = { code: 'not_a_request', path: 'request', message: expect.stringContaining('`input`') };
      expect(onError.mock.calls[0]![1].result).toEqual({ status: 'invalid', issues: [issue] });
    },
  );
});

describe('useAskUser', () => {
  it('asks a list, a parsed request, and a call of an agent', () => {
    const { result, rerender } = renderHook(({ source }) => useAskUser(source), {
      initialProps: { source: [{ question: 'Which port?' }] as Parameters<typeof useAskUser>[0] },
    });
    const asked = () => result.current.questions.map(({ question }) => question);
    expect(asked()).toEqual(['Which port?']);
    rerender({ source: { request: parsed('r1', 'Deploy?') } });
    expect(asked()).toEqual(['Deploy?']);
    expect(result.current.request.requestId).toBe('r1');
    const input = { questions: [{ id: 'a', header: 'A', question: 'Which host?', options: [{ label: 'One' }] }] };
    rerender({ source: { dialect: codex, input } as never });
    expect(asked()).toEqual(['Which host?']);
  });
});
