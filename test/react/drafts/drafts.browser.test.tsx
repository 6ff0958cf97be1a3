import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode, useMemo } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { de } from 'react-ask-user/messages/de';
import { AskUserDialog, useAskUser, type DraftStorage, type QuestionInput } from '../../../src/react/index.js';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  loaded,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { fill, press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { NAME, THREE } from '../../helpers/browser/questions.js';

// Clear after the cleanup, because its unmounts write drafts.
afterEach(() => sessionStorage.clear());
cleanUpAfterEach();

const session: DraftStorage = {
  get: (key) => sessionStorage.getItem(key),
  set: (key, text) => sessionStorage.setItem(key, text),
  remove: (key) => sessionStorage.removeItem(key),
};

/** Keys of the drafts, without the index. */
const written = () => Object.keys(sessionStorage).filter((key) => key.startsWith('ask-user:'));

const KEPT: AskOptions = { requestId: 'r1', draftStorage: session };

/** Renders the card with its stored drafts. */
async function kept(questions: readonly QuestionInput[] = THREE, more?: AskOptions) {
  const asked = ask(questions, { ...KEPT, ...more });
  await loaded();
  return asked;
}

/** Enters custom text, options and a note, as a user does. */
async function enter(note = 'v2 only') {
  await click(radio('Other'));
  await fill(field(/^Other/), 'DuckDB');
  await click(radio('SQLite'));
  await mouseClick(tab(/Features/));
  await click(checkbox('REST API'));
  await click(button('Add a note'));
  await fill(field(/Note/), note);
}

async function expectEntered() {
  expect(tab(/Features/)).toHaveAttribute('aria-selected', 'true');
  expect(chosen()).toEqual(['REST API']);
  expect(field(/Note/)).toBeVisible();
  expect(field(/Note/)).toHaveValue('v2 only');
  await mouseClick(tab(/Database/));
  expect(chosen()).toEqual(['SQLite']);
  await click(radio('Other'));
  expect(field(/^Other/)).toHaveValue('DuckDB');
}

describe('drafts [R-REPLAY]', () => {
  it('survive a real unmount and mount (A101)', async () => {
    const { unmount } = await kept();
    await enter();
    unmount();
    await kept();
    await expectEntered();
  });

  it('keep the field of restored notes, and its focus, while the user deletes the text', async () => {
    const { unmount } = await kept();
    await enter();
    unmount();
    await kept();
    const notes = field(/Note/);
    notes.focus();
    for (const text of [' ', '', 'v3']) {
      await fill(notes, text);
      expect(document.activeElement).toBe(notes);
    }
    expect(notes).toHaveValue('v3');
  });

  it('remove every listener of the page when the card unmounts [R-REPLAY]', async () => {
    const added = vi.spyOn(window, 'addEventListener');
    const removed = vi.spyOn(window, 'removeEventListener');
    onTestFinished(() => void vi.restoreAllMocks());
    const ofThePage = ({ mock: { calls } }: typeof added | typeof removed) =>
      calls.filter(([name]) => name === 'pagehide' || name === 'visibilitychange').map((call) => call.slice(0, 2));
    const { unmount } = await kept(THREE, { strict: true });
    expect(ofThePage(added).length).toBeGreaterThanOrEqual(2);
    unmount();
    // StrictMode's two mounts may load the code in any order.
    expect(ofThePage(removed)).toHaveLength(ofThePage(added).length);
    expect(ofThePage(removed)).toEqual(expect.arrayContaining(ofThePage(added)));
  });

  it('survive `pagehide`, also in StrictMode (A101)', async () => {
    await kept(THREE, { strict: true });
    await enter('v2');
    // Type and leave the page in one task, in which no timer can write.
    fireEvent.change(field(/Note/), { target: { value: 'v2 only' } });
    expect(sessionStorage.getItem('ask-user:r1') ?? '').not.toContain('v2 only');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(sessionStorage.getItem('ask-user:r1')).toContain('v2 only');
    // A page that ends unmounts nothing, so another one starts beside it.
    document.body.replaceChildren();
    await kept(THREE, { strict: true });
    await expectEntered();
  });

  it('survive a real reload of a page (A101)', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.src = new URL('../../helpers/browser/kept.html', import.meta.url).pathname;
    const find = (role: string, name: string | RegExp) =>
      vi.waitFor(() => within(frame.contentDocument!.body).getByRole(role, { name }), SOON);
    fireEvent.click(await find('radio', 'SQLite'));
    await find('tab', 'Database, answered');
    // The code that stores drafts loads late.
    await vi.waitFor(() => expect(sessionStorage.getItem('ask-user:reloaded')).toContain('1'), SOON);
    fireEvent.mouseDown(await find('tab', 'Name'));
    fireEvent.change(await find('textbox', /name of/), { target: { value: 'orders' } });
    await find('tab', 'Name, answered');
    const before = frame.contentDocument;
    frame.contentWindow!.location.reload();
    await vi.waitUntil(() => frame.contentDocument !== before, SOON);
    expect(await find('tab', 'Name, answered')).toHaveAttribute('aria-selected', 'true');
    expect(await find('textbox', /name of/)).toHaveValue('orders');
    await find('tab', 'Database, answered');
    frame.remove();
  });

  it('are written when the page is hidden', async () => {
    await kept([NAME]);
    field(/name of/).focus();
    await typeKeys('orders');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(sessionStorage.getItem('ask-user:r1')).toContain('orders');
  });

  it('are never shown for another request, or for a request without an id', async () => {
    const { update } = await kept([NAME]);
    await fill(field(/name of/), 'orders');
    update([NAME], { requestId: 'r2' });
    await loaded();
    expect(field(/name of/)).toHaveValue('');
    await fill(field(/name of/), 'invoices');
    update([NAME], { requestId: 'r1' });
    await loaded();
    expect(field(/name of/)).toHaveValue('orders');
    update([NAME], { requestId: undefined });
    expect(field(/name of/)).toHaveValue('');
    await fill(field(/name of/), 'nothing');
    update([NAME], { requestId: 'r2' });
    await loaded();
    expect(field(/name of/)).toHaveValue('invoices');
    expect(written().toSorted()).toEqual(['ask-user:r1', 'ask-user:r2']);
  });

  it.each([
    ['answered', () => press('Enter'), {}],
    ['cancelled', () => click(button('Cancel')).then(() => click(button('Discard answers'))), {}],
  ])('are removed when the request is %s', async (_, end) => {
    const { unmount } = await kept([NAME]);
    await fill(field(/name of/), 'orders');
    window.dispatchEvent(new Event('pagehide'));
    expect(written()).toHaveLength(1);
    await end();
    unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  it('are removed when the request is settled externally, and the text can be copied (A101)', async () => {
    const { update, container } = await kept([NAME]);
    await fill(field(/name of/), 'orders');
    window.dispatchEvent(new Event('pagehide'));
    update([NAME], { result: { status: 'superseded' } });
    expect(written()).toHaveLength(0);
    expect(container).toHaveTextContent('orders');
  });

  it('are kept after a failed delivery', async () => {
    await kept([NAME], { onSubmit: () => ({ ok: false }) });
    await fill(field(/name of/), 'orders');
    await press('Enter');
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('ask-user:r1')).toContain('orders');
  });

  it.each([
    ['are removed once the host accepts it', { ok: true }, 0],
    ['are kept if the host refuses it', { ok: false }, 1],
  ])('of an unmounted card with a delivery in flight %s', async (_, outcome, left) => {
    let answer: (outcome: unknown) => void = () => {};
    const { unmount } = await kept([NAME], { onSubmit: () => new Promise((resolve) => (answer = resolve)) });
    await fill(field(/name of the service/), 'orders');
    await click(button('Submit'));
    unmount();
    expect(written()).toHaveLength(1);
    answer(outcome);
    await expect.poll(() => written().length, SOON).toBe(left);
  });

  it('do not affect the answer if the storage is full or forbidden', async () => {
    const forbidden = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { onSubmit } = await kept([NAME], { draftStorage: { get: forbidden, set: forbidden, remove: forbidden } });
    await fill(field(/name of/), 'orders');
    window.dispatchEvent(new Event('pagehide'));
    await press('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('do not replace entries made before their code loads, and do not switch the tab (A101)', async () => {
    const { unmount } = await kept();
    await enter();
    unmount();
    const { unmount: unmountAgain } = ask(THREE, KEPT);
    fireEvent.click(radio('PostgreSQL'));
    await loaded();
    expect(tab(/Database/)).toHaveAttribute('aria-selected', 'true');
    expect(chosen()).toEqual(['PostgreSQL']);
    await mouseClick(tab(/Features/));
    expect(chosen()).toEqual(['REST API']);
    unmountAgain();
    await kept();
    expect(tab(/Database/)).toHaveAccessibleName('Database, answered');
    await mouseClick(tab(/Database/));
    expect(chosen()).toEqual(['PostgreSQL']);
  });

  it.each([
    ['', false],
    [' in StrictMode', true],
  ])('are written if the card unmounts before their code loads%s', async (_, strict) => {
    const { unmount } = ask([NAME], { ...KEPT, strict });
    fireEvent.change(field(/name of/), { target: { value: 'orders' } });
    unmount();
    await loaded();
    expect(sessionStorage.getItem('ask-user:r1')).toContain('orders');
  });

  it('are removed if the answer is sent before their code loads', async () => {
    sessionStorage.setItem('ask-user:r1', '{}');
    ask([NAME], KEPT);
    fireEvent.change(field(/name of/), { target: { value: 'orders' } });
    fireEvent.click(button('Submit'));
    await loaded();
    expect(sessionStorage).toHaveLength(0);
  });

  it('are restored after hydration, without a warning (A15)', async () => {
    const { unmount } = await kept([NAME]);
    await fill(field(/name of/), 'orders');
    unmount();
    const page = <AskUserDialog questions={[NAME]} requestId="r1" draftStorage={session} />;
    const host = document.body.appendChild(document.createElement('div'));
    host.innerHTML = renderToString(page);
    expect(field(/name of/)).toHaveValue('');
    render(<StrictMode>{page}</StrictMode>, { container: host, hydrate: true });
    await loaded();
    expect(field(/name of/)).toHaveValue('orders');
  });

  it('are restored by the headless hook', async () => {
    session.set(
      'ask-user:r1',
      JSON.stringify({
        version: 1,
        active: 'q1',
        drafts: [
          {
            id: 'q1',
            question: NAME.question,
            selected: {},
            other: false,
            custom: 'orders',
            notes: '',
            skipped: false,
          },
        ],
      }),
    );
    function Own() {
      const questions = useMemo(() => [NAME], []);
      const { activeQuestion, restored } = useAskUser(questions, { requestId: 'r1', draftStorage: session });
      return (
        <>
          <output>{activeQuestion?.draft.custom}</output>
          {restored && (
            <button type="button" onClick={restored.toggle}>
              {restored.getTexts({})[1]}
            </button>
          )}
        </>
      );
    }
    const { container } = render(<Own />);
    await loaded();
    expect(container).toHaveTextContent('orders');
    await click(await screen.findByRole('button', { name: 'Start over' }));
    await screen.findByRole('button', { name: 'Undo' });
    expect(container).not.toHaveTextContent('orders');
  });
});

describe('restored drafts', () => {
  const notice = () => document.querySelector('[data-ask-user="restored"]');
  const status = () => screen.getByRole('status', { hidden: true });
  const BACK = 'Your earlier entries are back.';
  const REMOVED = 'Your earlier entries were removed.';

  /** Enters drafts, unmounts, and renders the card again. */
  async function restored(options?: AskOptions) {
    const { unmount } = await kept();
    await enter();
    unmount();
    return kept(THREE, options);
  }

  it('are announced once and shown below the buttons [R-DRAFTS]', async () => {
    let times = 0;
    const observer = new MutationObserver((records) => {
      const added = records.flatMap(({ target, addedNodes }) =>
        target instanceof Element && target.role === 'status' ? [...addedNodes] : [],
      );
      times += added.filter(({ textContent }) => textContent === BACK).length;
    });
    observer.observe(document.body, { subtree: true, childList: true });
    onTestFinished(() => observer.disconnect());
    await restored();
    await expect.poll(() => notice()?.textContent, SOON).toBe(`${BACK} Start over`);
    expect(notice()?.previousElementSibling).toHaveAttribute('data-ask-user', 'actions');
    await expect.poll(() => status().textContent, SOON).toBe(BACK);
    // Moving to another question is not an edit and makes no new announcement.
    await mouseClick(tab(/Database/));
    expect(notice()).toBeVisible();
    expect(times).toBe(1);
  });

  it('are mentioned in StrictMode until the first edit [R-DRAFTS]', async () => {
    const { unmount } = await kept([NAME]);
    await fill(field(/name of/), 'orders');
    unmount();
    await kept([NAME], { strict: true });
    await expect.poll(notice, SOON).not.toBeNull();
    await fill(field(/name of/), 'billing');
    await expect.poll(notice, SOON).toBeNull();
  });

  it('are no longer mentioned after the first edit [R-DRAFTS]', async () => {
    await restored();
    await expect.poll(notice, SOON).not.toBeNull();
    await click(checkbox('REST API'));
    await expect.poll(notice, SOON).toBeNull();
  });

  it('are removed by Start over and restored by Undo, and focus stays on the button [R-DRAFTS]', async () => {
    const { onCancel } = await restored();
    await expect.poll(notice, SOON).not.toBeNull();
    button('Start over').focus();
    await press('Enter');
    await expect.poll(() => notice()?.textContent, SOON).toBe(`${REMOVED} Undo`);
    expect(document.activeElement).toBe(button('Undo'));
    await expect.poll(() => status().textContent, SOON).toBe(REMOVED);
    expect(tab(/Database/)).toHaveAttribute('aria-selected', 'true');
    expect(chosen()).toEqual([]);
    window.dispatchEvent(new Event('pagehide'));
    expect(written()).toEqual([]);
    await press('Enter');
    await expect.poll(() => notice()?.textContent, SOON).toBe(`${BACK} Start over`);
    window.dispatchEvent(new Event('pagehide'));
    expect(written()).toEqual(['ask-user:r1']);
    await mouseClick(tab(/Features/));
    await expectEntered();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('are not mentioned if they are missing or empty [R-DRAFTS]', async () => {
    const { unmount } = await kept();
    await mouseClick(tab(/Features/));
    unmount();
    expect(written()).toEqual(['ask-user:r1']);
    await kept();
    await expect.poll(() => tab(/Features/).getAttribute('aria-selected'), SOON).toBe('true');
    expect(notice()).toBeNull();
  });

  it('are not mentioned for the next request, or after the request is settled [R-DRAFTS]', async () => {
    const { update } = await restored();
    await expect.poll(notice, SOON).not.toBeNull();
    update([NAME], { requestId: 'r2' });
    await loaded();
    await expect.poll(notice, SOON).toBeNull();
    update(THREE, { requestId: 'r1' });
    await expect.poll(notice, SOON).not.toBeNull();
    update(THREE, { requestId: 'r1', result: { status: 'aborted' } });
    expect(notice()).toBeNull();
  });

  it('are not mentioned for a request that arrives before they are restored [R-DRAFTS]', async () => {
    const { unmount } = await kept();
    await enter();
    unmount();
    const { update } = ask(THREE, KEPT);
    update([NAME], { requestId: 'r2' });
    await loaded();
    expect(notice()).toBeNull();
  });

  it('are announced with the host’s messages [R-DRAFTS]', async () => {
    await restored({ messages: { ...de, startOver: 'Alles neu' } });
    await expect.poll(() => notice()?.textContent, SOON).toBe('Ihre früheren Eingaben sind wieder da. Alles neu');
  });
});

describe('options that change while a request is pending', () => {
  it('take effect for skipping, declining, the soft limit and the confirmation of a cancel', async () => {
    const onCancel = vi.fn();
    const { update, container } = ask([NAME], { requestId: 'r1', onCancel });
    expect(container).not.toHaveTextContent('Skip');
    await fill(field(/name of/), 'orders');
    update([NAME], { allow: { skip: true, decline: true }, softLimit: 3, confirmCancel: 'multiple' });
    expect(button('Skip')).toBeVisible();
    expect(button('Decline to answer')).toBeVisible();
    await waitFor(() => expect(field(/name of/)).toHaveAttribute('data-over'));
    expect(field(/name of/)).toHaveValue('orders');
    await click(button('Cancel'));
    expect(onCancel).toHaveBeenCalledOnce();
  });
});
