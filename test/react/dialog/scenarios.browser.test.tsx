import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';
import { SOON } from '../../helpers/browser/keys.js';
import { FACES, SCENARIOS } from '../../scenarios/index.js';
import { createPerson } from '../../scenarios/person.js';
import type { FaceProps, Outcome } from '../../scenarios/types.js';

cleanUpAfterEach();

type Details = Parameters<NonNullable<FaceProps['onSubmit']>>[1];

/** A host whose handlers return the given outcomes in order. */
function createHost(outcomes: readonly Outcome[] = []) {
  const left = [...outcomes];
  const held: ((value?: unknown) => void)[] = [];
  const handle = (wire: unknown, details: Details): unknown => {
    void wire;
    void details;
    const outcome = left.shift() ?? 'take';
    if (outcome === 'hold') return new Promise((resolve) => held.push(resolve));
    if (outcome === 'reject') return Promise.reject(new Error('offline'));
    if (outcome === 'throw') throw new Error('offline');
    if (outcome === 'take') return undefined;
    return { ok: false, ...(outcome === 'already_resolved' && { code: outcome }) };
  };
  const resolve = async (value?: unknown) => {
    held.shift()?.(value);
    await Promise.resolve();
  };
  return { onSubmit: vi.fn(handle), onCancel: vi.fn(handle), resolve };
}

describe.each(FACES)('$name', ({ draw, ...face }) => {
  it.each(SCENARIOS.map((one) => [one.title, one] as const))('%s', async (_, scenario) => {
    const { questions, props, host: outcomes, around = (page) => page, act, ...expected } = scenario;
    const { onSubmit, onCancel, resolve } = createHost(outcomes);
    let now: FaceProps = { ...props, questions, asker: 'Setup', onSubmit, onCancel };
    let key = 0;
    const page = () => <StrictMode key={key}>{around(draw(now))}</StrictMode>;
    const { rerender } = render(page());
    const person = createPerson(
      { draw, ...face },
      {
        resolve,
        update: (more) => rerender(((now = { ...now, ...more }), page())),
        remount: () => rerender((key++, page())),
      },
    );

    await act(person);

    const { end, submitted = [], cancelled = [] } = expected;
    if (end) {
      const title = face.words.end[end];
      await expect.poll(() => title && screen.queryAllByText(title, { ignore: '[aria-live]' }).length, SOON).toBe(1);
    }
    expect(onSubmit.mock.calls.map(([wire]) => wire)).toEqual(submitted);
    expect(onCancel.mock.calls.map(([wire]) => wire)).toEqual(cancelled);
    const last = [...onSubmit.mock.calls, ...onCancel.mock.calls].at(-1)?.[1];
    if (expected.result) expect(last?.result).toEqual(expected.result);
  });
});
