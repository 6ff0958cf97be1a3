import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AskUserDialog, useAskUser, type AskUserDialogProps } from '../../../src/react/index.js';
import type { CollapsedDetails } from '../../../src/react/flow/collapsed.js';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  radio,
  tab,
  confirmation,
} from '../../helpers/browser/card.js';
import { hold, keyUp, press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const isCollapsed = () => screen.queryByRole('button', { name: 'Continue' }) !== null;
const dialog = () => document.querySelector('dialog')!;
const line = () => document.querySelector('[data-ask-user="collapsed-bar-text"]')?.textContent;

describe.each(['inline', 'modal'] as const)('a card that can be collapsed (%s)', (presentation) => {
  it('restores the text, caret and undo history of a field, by mouse [R-KEEP] (A69)', async () => {
    ask([NAME], { presentation });
    const text = field(/name of the service/);
    await mouseClick(text);
    await typeKeys('orders');
    text.setSelectionRange(2, 4);
    await mouseClick(button('Collapse'));
    expect([isCollapsed(), focused(), text.checkVisibility({ visibilityProperty: true })]).toEqual([
      true,
      'button Continue',
      false,
    ]);
    await mouseClick(button('Continue'));
    expect(document.activeElement).toBe(text);
    expect([text.value, text.selectionStart, text.selectionEnd]).toEqual(['orders', 2, 4]);
    document.execCommand('undo');
    expect(text.value).not.toBe('orders');
  });

  it('collapses and expands by keyboard, restores focus, and ignores a held Enter [R-KEEP]', async () => {
    ask([DATABASE], { presentation });
    await click(radio('SQLite'));
    expect(button('Collapse')).toHaveAttribute('aria-expanded', 'true');
    button('Collapse').focus();
    await hold('Enter', 8);
    await keyUp('Enter');
    expect([isCollapsed(), focused()]).toEqual([true, 'button Continue']);
    expect(button('Continue')).toHaveAttribute('aria-expanded', 'false');
    await press(' ');
    expect([isCollapsed(), focused(), chosen()]).toEqual([false, 'collapse Collapse', ['SQLite']]);
  });

  it('shows asker, question and progress in one line, and keeps the tab and all drafts [R-KEEP]', async () => {
    ask(THREE, { presentation, asker: 'Bot' });
    await click(radio('SQLite'));
    await mouseClick(tab(/Features/));
    await click(screen.getByRole('checkbox', { name: 'REST API' }));
    await mouseClick(button('Collapse'));
    expect(line()).toBe('BotWhich features should we include?2 of 3 answered');
    expect(screen.queryByRole('tab')).toBeNull();
    await mouseClick(button('Continue'));
    expect(tab(/Features, answered/)).toHaveAttribute('aria-selected', 'true');
    expect(chosen()).toEqual(['REST API']);
    await mouseClick(tab(/Review/));
    await mouseClick(button('Collapse'));
    expect(line()).toBe('BotCheck your answers2 of 3 answered');
  });

  it('keeps the scroll position of a list [R-KEEP]', async () => {
    ask([choices(30)], { presentation });
    const list = document.querySelector('[data-ask-user="scroller"]')!;
    list.scrollTop = 200;
    await frame();
    // Firefox rounds the scroll position to whole device pixels.
    const before = list.scrollTop;
    await mouseClick(button('Collapse'));
    await frame();
    await mouseClick(button('Continue'));
    await frame();
    expect([before, list.scrollTop]).toEqual([expect.closeTo(200, -1), before]);
  });

  it('selects nothing while it is collapsed, with any key [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([DATABASE], { presentation });
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Collapse'));
    await pressEach('1', '0', 'ArrowDown', 'End');
    expect(focused()).toBe('button Continue');
    await mouseClick(button('Continue'));
    expect([chosen(), onSubmit.mock.calls]).toEqual([['SQLite'], []]);
  });

  it('asks for confirmation on Escape, and stays expanded afterwards (A49) [R-CANCEL]', async () => {
    const { onCancel } = ask([NAME], { presentation });
    await mouseClick(field(/name of the service/));
    await typeKeys('orders');
    await mouseClick(button('Collapse'));
    await press('Escape');
    expect([confirmation() !== null, focused()]).toEqual([true, 'button Keep answering']);
    await press('Enter');
    expect([isCollapsed(), focused(), field(/name of the service/).value]).toEqual([false, 'field', 'orders']);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('restores focus to a radio that was reached by Tab (A69)', async () => {
    ask([DATABASE], { presentation });
    button('Collapse').focus();
    await press('Tab');
    expect(focused()).toBe('control PostgreSQL');
    await mouseClick(button('Collapse'));
    await press('Enter');
    expect(focused()).toBe('control PostgreSQL');
    expect(chosen()).toEqual([]);
  });

  it('expands when a delivery fails, and can be collapsed again', async () => {
    let fail: (reason: Error) => void = () => {};
    const sent = () => new Promise<never>((_, reject) => (fail = reject));
    ask([DATABASE], { presentation, onSubmit: sent });
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Submit'));
    await mouseClick(button('Collapse'));
    expect([isCollapsed(), line()]).toEqual([true, 'AssistantSending…']);
    fail(new Error('offline'));
    await frame();
    expect([isCollapsed(), button('Try again').checkVisibility(), focused()]).toEqual([
      false,
      true,
      'button Try again',
    ]);
    await mouseClick(button('Collapse'));
    expect(line()).toBe('AssistantYour answers weren’t sent. They’re still here.');
  });

  it('expands for the next request, unless the host sets `defaultCollapsed`', async () => {
    const { update } = ask([DATABASE], { presentation, requestId: 'r1' });
    await mouseClick(button('Collapse'));
    update([FEATURES], { presentation, requestId: 'r2' });
    expect(isCollapsed()).toBe(false);
    update([NAME], { presentation, requestId: 'r3', defaultCollapsed: true });
    expect(isCollapsed()).toBe(true);
  });

  it('moves focus only if focus is inside when the host collapses it (A67)', async () => {
    const { update } = ask([NAME], { presentation, collapsed: false });
    button('Before').focus();
    if (presentation === 'inline') {
      update([NAME], { presentation, collapsed: true });
      expect([isCollapsed(), focused()]).toEqual([true, 'button Before']);
      update([NAME], { presentation, collapsed: false });
      expect([isCollapsed(), focused()]).toEqual([false, 'button Before']);
    }
    field(/name of the service/).focus();
    update([NAME], { presentation, collapsed: true });
    expect([isCollapsed(), focused()]).toEqual([true, 'button Continue']);
    update([NAME], { presentation, collapsed: false });
    expect([isCollapsed(), focused()]).toEqual([false, 'field']);
  });
});

describe('a collapsed modal', () => {
  it('frees the page, and covers it again when it is expanded', async () => {
    ask([NAME], { presentation: 'modal' });
    await mouseClick(button('Collapse'));
    expect(dialog().matches(':modal')).toBe(false);
    const { bottom, height } = dialog().getBoundingClientRect();
    expect([Math.round(innerHeight - bottom), height < 80]).toEqual([16, true]);
    await mouseClick(button('Before'));
    expect(focused()).toBe('button Before');
    await press('Tab');
    expect(focused()).toBe('button Continue');
    await press('Tab');
    expect(focused()).toBe('button After');
    await mouseClick(button('Continue'));
    expect([dialog().matches(':modal'), focused()]).toEqual([true, 'title Question from Assistant']);
  });

  it('takes no focus on mount, and restores focus after it was expanded and settled (A68)', async () => {
    ask([NAME], { presentation: 'modal', defaultCollapsed: true });
    expect([isCollapsed(), focused(), dialog().matches(':modal')]).toEqual([true, 'body', false]);
    button('After').focus();
    await press('Tab', { shift: true });
    await press('Enter');
    expect(dialog().matches(':modal')).toBe(true);
    await press('Escape');
    expect(focused()).toBe('button After');
  });

  it('keeps the typed text after an external settlement, and does not block the page (A67)', async () => {
    const { update } = ask([NAME], { presentation: 'modal' });
    await mouseClick(field(/name of the service/));
    await typeKeys('orders');
    await mouseClick(button('Collapse'));
    button('Before').focus();
    update([NAME], { presentation: 'modal', result: { status: 'aborted' } });
    expect([dialog().matches(':modal'), dialog().open, focused()]).toEqual([false, true, 'button Before']);
    expect(screen.getByText('orders')).toBeVisible();
    await mouseClick(button('Close'));
    await frame();
    expect(dialog().open).toBe(false);
  });
});

describe('onCollapsedChange', () => {
  const spy = () => vi.fn<(collapsed: boolean, details: CollapsedDetails) => void>();

  it.each([false, true])(
    'reports each change once, with its reason and event (StrictMode %s) (A16)',
    async (strict) => {
      const onCollapsedChange = spy();
      ask([DATABASE], { strict, onCollapsedChange });
      await mouseClick(button('Collapse'));
      await mouseClick(button('Continue'));
      expect(onCollapsedChange.mock.calls).toMatchObject([
        [true, { reason: 'collapse', event: { type: 'click' }, isCanceled: false }],
        [false, { reason: 'expand', event: { type: 'click' } }],
      ]);
      expect(onCollapsedChange).toHaveBeenCalledTimes(2);
    },
  );

  it.each([false, true])('reports that another request expands the card (StrictMode %s) (A16)', async (strict) => {
    const onCollapsedChange = spy();
    const { update } = ask([DATABASE], { strict, requestId: 'r1', onCollapsedChange });
    await mouseClick(button('Collapse'));
    update([NAME], { requestId: 'r2' });
    update([NAME], { requestId: 'r3' });
    expect(onCollapsedChange.mock.calls.slice(1)).toMatchObject([[false, { reason: 'request', event: undefined }]]);
    expect(isCollapsed()).toBe(false);
  });

  it('keeps the card as it is if the handler calls `cancel()`', async () => {
    ask([DATABASE], { onCollapsedChange: (_, details) => details.cancel() });
    await mouseClick(button('Collapse'));
    expect(isCollapsed()).toBe(false);
  });

  it('changes nothing by itself if the host controls `collapsed`', async () => {
    const onCollapsedChange = spy();
    ask([DATABASE], { collapsed: false, onCollapsedChange });
    await mouseClick(button('Collapse'));
    await mouseClick(button('Collapse'));
    expect([isCollapsed(), onCollapsedChange.mock.calls.length]).toEqual([false, 2]);
  });

  it('lets a host control the card, which still shows a confirmation', async () => {
    const Host = (props: AskUserDialogProps) => {
      const [collapsed, setCollapsed] = useState(true);
      return <AskUserDialog {...props} questions={[NAME]} collapsed={collapsed} onCollapsedChange={setCollapsed} />;
    };
    ask([NAME], { around: () => <Host requestId="host" confirmCancel="always" /> });
    await mouseClick(button('Continue'));
    expect(isCollapsed()).toBe(false);
    await mouseClick(button('Collapse'));
    await press('Escape');
    expect(confirmation()).toBeVisible();
    await click(button('Keep answering'));
    expect(isCollapsed()).toBe(false);
  });

  it('cannot hide a confirmation, and the card is collapsed again after it', async () => {
    ask([NAME], { collapsed: true, confirmCancel: 'always' });
    button('Continue').focus();
    await press('Escape');
    expect(heading('Leave without answering?')).toBeVisible();
    await press('Enter');
    expect([isCollapsed(), focused()]).toEqual([true, 'button Continue']);
    expect(card()).toBeVisible();
  });

  it('is not needed for `useAskUser`, which expands on a refused submit', async () => {
    const Own = () => {
      const { collapsed, collapse, expand, submit } = useAskUser([DATABASE]);
      return (
        <>
          <output>{collapsed ? 'collapsed' : 'open'}</output>
          <button onClick={collapse}>collapse</button>
          <button onClick={expand}>expand</button>
          <button onClick={() => submit()}>send</button>
        </>
      );
    };
    ask([DATABASE], { around: () => <Own /> });
    const state = async (name: string) => {
      await click(button(name));
      await frame();
      return screen.getByRole('status').textContent;
    };
    expect([await state('collapse'), await state('expand'), await state('collapse'), await state('send')]).toEqual([
      'collapsed',
      'open',
      'collapsed',
      'open',
    ]);
  });
});
