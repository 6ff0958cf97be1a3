import { screen, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AskUser, AskUserDialog, type AskUserDialogProps, type QuestionInput } from '../../../src/react/index.js';
import { askUserQuestion } from '../../../src/dialects/index.js';
import { de } from '../../../src/messages/languages/de.js';
import { ask, button, cleanUpAfterEach, click, field, focused, loaded, radio } from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** Silences the errors that React logs in development for each caught error. */
function quiet(): void {
  vi.mocked(console.error).mockImplementation(() => {});
}
function expectReactSaid(): void {
  const said = vi.mocked(console.error).mock.calls.map((line) => line.map(String).join(' '));
  expect(said.length).toBeGreaterThan(0);
  for (const line of said) expect(line).toContain('It broke');
  vi.mocked(console.error).mockClear();
}

const PREVIEWED: QuestionInput = {
  question: 'Which layout?',
  options: [
    { label: 'By feature', preview: 'src/orders' },
    { label: 'By layer', preview: 'src/routes' },
  ],
};

const breaks = () => {
  throw new Error('It broke');
};

type Invalid = NonNullable<AskUserDialogProps['onError']>;

describe('a card that fails to render', () => {
  it.each([
    ['', false],
    ['in StrictMode', true],
  ])('is reported once as unavailable, never as cancelled, and the page stays usable %s [R-NOPHANTOM]', (_, strict) => {
    quiet();
    const onError = vi.fn<Invalid>();
    const { onCancel, onSubmit, update } = ask([DATABASE], { strict, onError, renderText: breaks });
    update([DATABASE], { strict, onError, renderText: breaks });
    expect(onError).toHaveBeenCalledOnce();
    const [wire, details] = onError.mock.calls[0] ?? [];
    expect(wire).toMatchObject({ answered: false, status: 'unavailable', reason: 'It broke' });
    expect(details).toMatchObject({ result: { status: 'unavailable', reason: 'It broke' }, replies: [] });
    expect(details?.request.questions).toHaveLength(1);
    expect([onCancel.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
    expect(screen.getByRole('group')).toHaveTextContent('couldn’t be shown');
    expect(button('After')).toBeVisible();
    expectReactSaid();
  });

  it('is reported in the host’s dialect', () => {
    quiet();
    const onError = vi.fn();
    render(<AskUserDialog questions={[DATABASE]} dialect={askUserQuestion} onError={onError} renderText={breaks} />);
    expect(JSON.stringify(onError.mock.calls[0]?.[0])).not.toMatch(/PostgreSQL|cancelled/);
    expectReactSaid();
  });

  it('keeps the typed text for copying, and moves focus to its notice (A67)', async () => {
    quiet();
    const onError = vi.fn<Invalid>();
    const { update } = ask([NAME], { onError });
    await fill(field(/name of/), 'orders');
    update([NAME], { onError, renderText: breaks });
    expect(screen.getByText('orders')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(focused()).toMatch(/^title .*couldn’t be shown/);
    expect(onError).toHaveBeenCalledOnce();
    expectReactSaid();
  });

  it.each([
    ['a function of the host’s messages', { noLabel: breaks }, 'Option 1 (no visible text)'],
    [
      'a text that is missing in the host’s messages',
      { noLabel: breaks, settled: {} as never },
      'Option 1 (no visible text)',
    ],
  ])('is explained in English if %s fails', async (_, messages, entered) => {
    quiet();
    const onError = vi.fn<Invalid>();
    const unlabeled = { question: 'Which one?', options: ['\u200b', 'Two'] };
    const { update } = ask([unlabeled], { onError });
    await click(radio(entered));
    update([unlabeled], { onError, messages });
    expect(screen.getByRole('group')).toHaveTextContent('Assistant’s request couldn’t be shown');
    expect(screen.getByText(entered)).toBeVisible();
    expect(onError).toHaveBeenCalledOnce();
    expectReactSaid();
  });

  it('is explained in the host’s language if its messages work', () => {
    quiet();
    ask([NAME], { messages: de, renderText: breaks });
    expect(screen.getByRole('group')).toHaveTextContent('Assistent hat eine Anfrage gestellt, die nicht angezeigt');
    expectReactSaid();
  });

  it('does not take focus from elsewhere', () => {
    quiet();
    const { update } = ask([NAME]);
    button('After').focus();
    update([NAME], { renderText: breaks });
    expect(focused()).toBe('button After');
    expectReactSaid();
  });

  it('stays settled, and the next request starts again', async () => {
    quiet();
    const onError = vi.fn<Invalid>();
    const { update, onSubmit } = ask([NAME], { requestId: 'r1', onError, renderText: breaks });
    expect(onError).toHaveBeenCalledOnce();
    expectReactSaid();
    update([NAME], { requestId: 'r1', onError, renderText: undefined });
    expect(screen.queryByRole('textbox')).toBeNull();
    update([NAME], { requestId: 'r2', onError, renderText: undefined });
    await fill(field(/name of/), 'orders');
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledOnce();
  });

  it('may fail in an option’s preview', async () => {
    quiet();
    const onError = vi.fn<Invalid>();
    ask([PREVIEWED], { onError, renderPreview: breaks });
    for (const option of screen.queryAllByRole('radio', { name: 'By layer' })) await click(option);
    expect(onError).toHaveBeenCalledOnce();
    expectReactSaid();
  });

  it('may fail in a part of the host', () => {
    quiet();
    const onError = vi.fn<Invalid>();
    const Broken = () => breaks();
    render(
      <StrictMode>
        <AskUser.Root questions={[NAME]} onError={onError}>
          <AskUser.Card>
            <Broken />
          </AskUser.Card>
        </AskUser.Root>
      </StrictMode>,
    );
    expect(onError).toHaveBeenCalledOnce();
    expectReactSaid();
  });

  it('does not undo a delivery in flight, and is reported if the delivery fails [R-ASYNC]', async () => {
    quiet();
    const onError = vi.fn<Invalid>();
    let settle = (_: unknown) => {};
    const onSubmit = () => new Promise((resolve) => (settle = resolve));
    const { update } = ask([NAME], { onError, onSubmit });
    await fill(field(/name of/), 'orders');
    await click(button('Submit'));
    update([NAME], { onError, renderText: breaks });
    expect(onError).not.toHaveBeenCalled();
    // The text may still be delivered, so it is neither lost nor offered for copying.
    expect([focused(), screen.queryByText('orders')]).toEqual(['title Sending…', null]);
    settle({ ok: false });
    await expect.poll(() => onError).toHaveBeenCalledOnce();
    expect(focused()).toMatch(/^title .*couldn’t be shown/);
    expect(screen.getByText('orders')).toBeVisible();
    expectReactSaid();
  });

  it('is shown as a discussion, with nothing unused, if the user asked to discuss the questions', async () => {
    quiet();
    const { update, container } = ask([NAME], { allow: { discuss: true } });
    await fill(field(/name of/), 'orders');
    await loaded();
    await click(button('Discuss instead'));
    await click(button('Send and discuss'));
    update([NAME], { renderText: breaks });
    expect(container.querySelector('[data-ask-user="settled"]')).toHaveAttribute('data-status', 'discussed');
    expect(screen.getByRole('group')).toHaveTextContent(/^You asked to discuss the questions of Assistant first$/);
    expectReactSaid();
  });

  it('is not reported if the request was already settled', async () => {
    quiet();
    const onError = vi.fn<Invalid>();
    const Broken = () => breaks();
    const draw = (broken: boolean) => (
      <AskUser.Root questions={[NAME]} result={{ status: 'superseded' }} onError={onError}>
        <AskUser.Card />
        {broken && <Broken />}
      </AskUser.Root>
    );
    const { rerender } = render(draw(false));
    rerender(draw(true));
    expect(screen.getByRole('group')).toHaveTextContent('was replaced');
    expect(onError).not.toHaveBeenCalled();
    expectReactSaid();
  });
});
