import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AskUserDialogProps } from '../../../src/react/index.js';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  field,
  focused,
  frame,
  loaded,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { doubleTap, mouseClick, mouseClickAt, withTouch } from '../../helpers/browser/pointer.js';
import { DATABASE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LETTERS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const MANY = ['A', 'B', 'C'].map((header) => ({ header, question: `Which ${header}?`, options: LETTERS }));
const phase = () => card().dataset.phase;

/** Renders one question with a selected option and the open sheet for a message. */
async function discuss(options: AskOptions = {}) {
  const view = ask([{ ...DATABASE, options: LETTERS }], { allow: { discuss: true }, ...options });
  await loaded();
  await mouseClick(radio('Two'));
  await mouseClick(button('Discuss instead'));
  expect(screen.getByRole('dialog')).toBeVisible();
  return view;
}

describe('the second click of a double click [R-NOPHANTOM]', () => {
  it('selects nothing after "Keep answering" of a discussion', async () => {
    await discuss();
    await userEvent.dblClick(button('Keep answering'));
    expect([phase(), chosen()]).toEqual(['answering', ['Two']]);
  });

  it('selects nothing after a refused "Send and discuss"', async () => {
    const onCancel = vi.fn<NonNullable<AskUserDialogProps['onCancel']>>(() => ({ ok: false }));
    await discuss({ onCancel });
    await userEvent.dblClick(button('Send and discuss'));
    await expect.poll(phase, SOON).toBe('answering');
    expect([onCancel.mock.calls.length, chosen()]).toEqual([1, ['Two']]);
  });

  it('selects nothing after "Keep answering" of a cancellation', async () => {
    ask(MANY);
    await mouseClick(radio('One'));
    await mouseClick(button('Cancel'));
    await userEvent.dblClick(button('Keep answering'));
    expect([phase(), chosen()]).toEqual(['answering', ['One']]);
  });

  it('selects nothing after a link of Review', async () => {
    ask(MANY);
    await mouseClick(screen.getByRole('tab', { name: /Review/ }));
    for (const link of ['A', 'B', 'C']) {
      await userEvent.dblClick(button(`Answer ${link}`));
      expect(chosen()).toEqual([]);
      await mouseClick(screen.getByRole('tab', { name: /Review/ }));
    }
  });

  it('does not skip the next question', async () => {
    ask(MANY, { allow: { skip: true } });
    await userEvent.dblClick(button('Skip'));
    expect(screen.getByRole('tab', { name: /^B/ })).not.toHaveAccessibleName(/skipped/);
  });

  it('selects nothing on a touch screen', async () => {
    await withTouch(async () => {
      await discuss();
      await doubleTap(button('Keep answering'));
      await expect.poll(phase, SOON).toBe('answering');
      expect(chosen()).toEqual(['Two']);
    });
  });
});

/** A tap whose `detail` is 1 each time, as some phones send it, in the middle of an element and `besidePx` beside. */
function tap(element: Element, laterMs = 0, besidePx = 0): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2 + besidePx, clientY: top + height / 2 };
  const event = new PointerEvent('click', {
    ...at,
    detail: 1,
    pointerType: 'touch',
    view: window,
    bubbles: true,
    cancelable: true,
  });
  Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + laterMs });
  element.dispatchEvent(event);
}

describe('the second tap of a double tap that has a detail of 1 [R-NOPHANTOM]', () => {
  it.each([
    ['answers nothing', 0, 0, []],
    ['500 ms later answers the next question', 600, 0, ['One']],
    ['24 px beside answers the next question', 0, 30, ['One']],
  ])('%s', async (_, laterMs, besidePx, expected) => {
    ask(MANY, { advanceOnChoose: true });
    tap(radio('One'));
    await expect.poll(() => tab(/^B/).getAttribute('aria-selected')).toBe('true');
    tap(radio('One'), laterMs, besidePx);
    await frame();
    await mouseClick(tab(/^B/));
    expect(chosen()).toEqual(expected);
  });

  it('presses a button that is still there', async () => {
    ask(MANY);
    const next = button('Next');
    tap(next);
    tap(next);
    await expect.poll(() => tab(/^C/).getAttribute('aria-selected')).toBe('true');
  });
});

describe('a double click', () => {
  it('on "Discuss instead" leaves focus in the message field [R-DISCUSS]', async () => {
    ask([DATABASE], { allow: { discuss: true } });
    await loaded();
    await userEvent.dblClick(button('Discuss instead'));
    await typeKeys('why');
    expect(field(/cleared up/)).toHaveValue('why');
  });

  it('on Next moves two questions ahead, because the button stays [R-TABS]', async () => {
    ask(MANY);
    await userEvent.dblClick(button('Next'));
    expect(screen.getByRole('tab', { name: /^C/ })).toHaveAttribute('aria-selected', 'true');
  });
});

it('a click on the dimmed card keeps focus in the sheet [R-DISCUSS]', async () => {
  await discuss();
  const { left, top } = document.querySelector('[data-ask-user="confirm"]')!.getBoundingClientRect();
  await mouseClickAt(card(), left + 40, top + 6);
  expect(focused()).toMatch(/^field What should be cleared up/);
  await press('Escape');
  expect(phase()).toBe('answering');
});
