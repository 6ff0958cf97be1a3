import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

import { endAsWebKit } from '../helpers/browser/ime.js';
import { fill, hold, keyUp, press, pressFast, SOON, strike } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import type { Face, FaceProps } from './types.js';

/** The host’s actions that a scenario can trigger. */
export interface HostHands {
  resolve: (value?: unknown) => Promise<void>;
  update: (props: Partial<FaceProps>) => void;
  remount: () => void;
}

/** A simulated user who finds controls by role and name. */
export type Person = ReturnType<typeof createPerson>;

export function createPerson({ words }: Face, host: HostHands) {
  const button = (name: string | RegExp) => screen.getByRole('button', { name });
  // A user can click a disabled control, too.
  const click = mouseClick;
  const press1 = (name: string | RegExp) => click(button(name));
  const option = (label: string) => {
    const role = screen.queryAllByRole('radio').length > 0 ? 'radio' : 'checkbox';
    return screen.getByRole<HTMLElement>(role, { name: label === 'Other' ? words.other : label });
  };
  const fields = () => screen.getAllByRole<HTMLTextAreaElement>('textbox');
  const isNote = (field: HTMLElement) => screen.queryAllByRole('textbox', { name: words.note }).includes(field);
  const answerField = () => fields().find((field) => !isNote(field));
  const noteField = () => fields().find(isNote);
  const write = async (field: HTMLTextAreaElement | undefined, text: string) => {
    if (!field) throw new Error('There is no field to type in.');
    await fill(field, text);
  };
  const isOn = (control: HTMLElement) =>
    control instanceof HTMLInputElement ? control.checked : control.getAttribute('aria-checked') === 'true';
  const nameOf = (control: HTMLElement) => {
    const all = ['radio', 'checkbox'].flatMap((role) => screen.queryAllByRole(role));
    const names = all.map((one) => (one === control ? one : undefined));
    return names.includes(control) ? (control.getAttribute('aria-label') ?? labelText(control)) : '';
  };
  const labelText = (control: HTMLElement) => {
    const id = control.getAttribute('aria-labelledby');
    const named = id ? document.getElementById(id) : (control as HTMLInputElement).labels?.[0];
    const text = named?.textContent?.trim() ?? '';
    return text === words.other ? 'Other' : text;
  };

  return {
    choose: (label: string) => click(option(label)),
    /** Types into the answer’s field. Select Other first: some faces render its field only then. */
    type: (text: string) => write(answerField(), text),
    async note(text: string) {
      if (words.addNote && screen.queryByRole('button', { name: words.addNote })) await press1(words.addNote);
      await write(noteField(), text);
    },
    clear: () => press1(words.clear),
    skip: () => press1(words.skip),
    next: () => press1(words.next),
    review: () => press1(words.review),
    back: () => press1(words.back),
    goTo: (name: RegExp) => click(screen.getByRole('tab', { name })),
    submit: () => press1(words.submit),
    /** Clicks twice within one task. */
    async submitTwice() {
      const element = button(words.submit);
      element.click();
      element.click();
      await Promise.resolve();
    },
    press,
    pressFast,
    hold,
    keyUp,
    /** Dispatches both events of a key in one task. They are not trusted, so the browser does nothing by itself. */
    async strike(key: string) {
      strike(document.activeElement ?? document.body, key);
      // React renders in a microtask.
      await Promise.resolve();
    },
    /** Ends a composition with a key, in the way of WebKit. */
    endComposition: (key: string) => void endAsWebKit(document.activeElement ?? document.body, key, 13),
    resetForm: () => document.querySelector('form')?.reset(),
    cancel: () => press1(words.cancel),
    decline: () => press1(words.decline),
    keep: () => press1(words.keep),
    discard: () => press1(words.discard),
    edit: () => press1(words.edit),
    submitAnyway: () => press1(words.submitAnyway),
    retry: () => press1(words.retry),
    collapse: () => press1(words.collapse),
    expand: () => press1(words.expand),
    focusOption: (label: string) => option(label).focus(),
    focusSubmit: () => button(words.submit).focus(),
    focusExpand: () => button(words.expand).focus(),

    hostTakes: () => host.resolve(),
    hostRefuses: () => host.resolve({ ok: false }),
    hostShows: host.update,
    hostMountsAgain: host.remount,

    // Reads of the visible state.
    chosen: () =>
      ['radio', 'checkbox']
        .flatMap((role) => screen.queryAllByRole(role))
        .filter(isOn)
        .map(nameOf),
    text: () => answerField()?.value,
    noteText: () => noteField()?.value,
    asks: (question: RegExp) => screen.queryAllByRole('heading', { name: question }).length > 0,
    /** Whether the question’s tab is marked as answered or skipped. */
    marked: (name: RegExp) => words.answeredMark.test(nameIn(screen.getByRole('tab', { name }))),
    sees: (what: 'problem' | 'failed' | 'confirmsDiscard' | 'confirmsLong' | 'expand') =>
      what === 'expand'
        ? screen.queryAllByRole('button', { name: words.expand }).length > 0
        : within(document.body)
            .queryAllByText(words[what], { ignore: '[aria-live] *' })
            .some((element) => element.checkVisibility()),
    async soon(what: () => unknown, expected: unknown) {
      await expect.poll(what, SOON).toEqual(expected);
    },
    focus: () => document.activeElement,
    isFocused: (label: string) => document.activeElement === option(label),
    isButtonFocused: (name: 'keep' | 'edit') => document.activeElement === button(words[name]),
  };
}

const nameIn = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent ?? '';
