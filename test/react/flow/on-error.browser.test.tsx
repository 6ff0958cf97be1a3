import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AskUserDialogProps } from '../../../src/react/index.js';
import { ask, button, cleanUpAfterEach, type AskOptions } from '../../helpers/browser/card.js';
import { NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

type OnError = NonNullable<AskUserDialogProps['onError']>;

const breaks = () => {
  throw new Error('It broke');
};

/** Asks something that is not valid, or that cannot be rendered. */
function fail(status: 'invalid' | 'unavailable', options: AskOptions = {}) {
  if (status === 'invalid') return ask([], options);
  vi.mocked(console.error).mockImplementation(() => {});
  const asked = ask([NAME], { ...options, renderText: breaks });
  vi.mocked(console.error).mockClear();
  return asked;
}

describe.each(['invalid', 'unavailable'] as const)('a request that is %s', (status) => {
  it('is reported to `onCancel` if there is no `onError`, with its status [R-EMPTY] [R-NOPHANTOM]', () => {
    const { onCancel, onSubmit } = fail(status, { strict: true });
    expect(onCancel).toHaveBeenCalledOnce();
    const [output, { result, replies, byId }] = onCancel.mock.calls[0]!;
    expect(output).toMatchObject({ answered: false, status, reason: expect.any(String) });
    expect(output).not.toHaveProperty('cancelled');
    expect([result.status, replies, Object.keys(byId), Object.getPrototypeOf(byId)]).toEqual([status, [], [], null]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is reported to `onError` alone if there is one', () => {
    const onError = vi.fn<OnError>();
    const { onCancel } = fail(status, { onError });
    expect(onError).toHaveBeenCalledOnce();
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ answered: false, status });
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each([
    ['throws', breaks],
    ['rejects', () => Promise.reject(new Error('It broke'))],
  ])('leaves the page of the host alone if the handler %s', async (_, onCancel) => {
    const reported = vi.spyOn(window, 'reportError').mockImplementation(() => {});
    fail(status, { onCancel });
    expect(button('After')).toBeVisible();
    await expect.poll(() => reported.mock.calls.map(String)).toEqual(['Error: It broke']);
  });
});

it('an `onError` that appears with the failure is called [R-ONCE]', () => {
  const onError = vi.fn<OnError>();
  const { update } = ask([NAME], { requestId: 'r' });
  vi.mocked(console.error).mockImplementation(() => {});
  update([NAME], { requestId: 'r', onError, renderText: breaks });
  vi.mocked(console.error).mockClear();
  expect(onError).toHaveBeenCalledOnce();
  expect(screen.getByRole('group')).toHaveTextContent('couldn’t be shown');
});
