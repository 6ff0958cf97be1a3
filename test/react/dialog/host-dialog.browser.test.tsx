import { render, screen } from '@testing-library/react';
import { StrictMode, useLayoutEffect, useRef, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AskUserDialog, useAskUser } from '../../../src/react/index.js';
import { button, cleanUpAfterEach, click, frame, loaded, radio } from '../../helpers/browser/card.js';
import { press } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** A dialog of a host that closes for any event that React tells it. */
function HostDialog({ told, children }: { told: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog aria-label="Host" onClose={told} onCancel={told} ref={dialog}>
      {children}
    </dialog>
  );
}

function Headless() {
  const ask = useAskUser([DATABASE], { confirmCancel: 'always' });
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Questions' })}>
      <label>
        <input {...ask.questions[0]?.options[0]?.getInputProps()} /> PostgreSQL
      </label>
      <button {...ask.getButtonProps('cancel')}>Cancel</button>
      {ask.confirmation && (
        <dialog {...ask.confirmation.getDialogProps()}>
          <button {...ask.confirmation.getDismissProps()}>Go back</button>
        </dialog>
      )}
    </div>
  );
}

describe('a dialog of the host around the questions', () => {
  it('is not told that a modal card was collapsed', async () => {
    const told = vi.fn();
    render(
      <HostDialog told={told}>
        <AskUserDialog questions={[DATABASE]} presentation="modal" />
      </HostDialog>,
    );
    await loaded();
    await click(button('Collapse'));
    await frame();
    expect(button('Continue')).toBeVisible();
    expect(told).not.toHaveBeenCalled();
  });

  it('is not told that a larger preview was closed', async () => {
    const told = vi.fn();
    const options = [{ label: 'A', preview: 'a\nb' }, { label: 'B' }];
    render(
      <HostDialog told={told}>
        <AskUserDialog questions={[{ question: 'Which?', options }]} />
      </HostDialog>,
    );
    await loaded();
    await mouseClick(radio('A'));
    await mouseClick(button('Open larger'));
    await mouseClick(button('Close'));
    await frame();
    expect(told).not.toHaveBeenCalled();
  });

  it.each([false, true])('is not told that a confirmation of the hook was closed (StrictMode %s)', async (strict) => {
    const told = vi.fn();
    const page = (
      <HostDialog told={told}>
        <Headless />
      </HostDialog>
    );
    render(strict ? <StrictMode>{page}</StrictMode> : page);
    await mouseClick(radio('PostgreSQL'));
    await mouseClick(button('Cancel'));
    const back = await screen.findByRole('button', { name: 'Go back' });
    await expect.poll(() => document.activeElement).toBe(back);
    await press('Escape');
    await expect.poll(() => screen.queryByRole('button', { name: 'Go back' })).toBeNull();
    await frame();
    expect(radio('PostgreSQL')).toBeChecked();
    expect(told).not.toHaveBeenCalled();
  });
});
