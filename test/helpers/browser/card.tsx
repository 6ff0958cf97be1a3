import { act, cleanup, configure, render, screen, type RenderResult } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { afterEach, expect, vi, type Mock } from 'vitest';
import { AskUserDialog, type AskUserDialogProps, type QuestionInput } from '../../../src/react/index.js';
import { AnnouncerContext } from '../../../src/react/dialog/context.js';
import '../../../src/styles/index.css';

// Omit the page from error messages, because it hides the reason.
configure({ getElementError: (message) => new Error(message?.split('\n')[0] ?? 'not found') });

type Handler = NonNullable<AskUserDialogProps['onSubmit']>;
type Ending = NonNullable<AskUserDialogProps['onCancel']>;

export interface AskOptions extends Omit<AskUserDialogProps, 'questions' | 'onSubmit' | 'onCancel'> {
  onSubmit?: Handler;
  onCancel?: Ending;
  strict?: boolean;
  /** Renders the surroundings of the card. Defaults to a button before and a button after it. */
  around?: (card: ReactNode) => ReactNode;
}

export interface Asked extends RenderResult {
  onSubmit: Mock<Handler>;
  onCancel: Mock<Ending>;
  /** Renders the host again, with other questions or props. */
  update: (questions: readonly QuestionInput[] | undefined, more?: AskOptions) => void;
}

const betweenButtons = (card: ReactNode) => (
  <>
    <button type="button">Before</button>
    {card}
    <button type="button">After</button>
  </>
);

const sayNothing = () => () => {};
/**
 * Provides an announcer that does nothing. Without one, a card announces its arrival in its status region at any time
 * during a test.
 */
const Unannounced = ({ children }: { children: ReactNode }) => (
  <AnnouncerContext.Provider value={sayNothing}>{children}</AnnouncerContext.Provider>
);

/** Mounts the dialog with a silent announcer. Without questions, it uses the `request` or `input` of the options. */
export function ask(questions: readonly QuestionInput[] | undefined, options: AskOptions = {}): Asked {
  const onSubmit = vi.fn<Handler>(options.onSubmit);
  const onCancel = vi.fn<Ending>(options.onCancel);
  // React runs effects twice only if StrictMode is the root. Testing Library would render a `wrapper` outside of it.
  const wrap = (page: ReactNode, strict = options.strict) => {
    const silent = <Unannounced>{page}</Unannounced>;
    return strict ? <StrictMode>{silent}</StrictMode> : silent;
  };
  const draw = (now: readonly QuestionInput[] | undefined, { strict, around = betweenButtons, ...props }: AskOptions) =>
    wrap(around(<AskUserDialog {...props} questions={now} onSubmit={onSubmit} onCancel={onCancel} />), strict);
  const view = render(draw(questions, options));
  return {
    ...view,
    rerender: (page) => view.rerender(wrap(page)),
    onSubmit,
    onCancel,
    update: (now, more) => view.rerender(draw(now, { ...options, ...more })),
  };
}

/** Registers the cleanup. Call it once in a test file. A part without its class would have no style. */
export const cleanUpAfterEach = (): void =>
  afterEach(() => {
    const bare = [...document.querySelectorAll<HTMLElement>('[data-ask-user]')].filter(
      ({ classList, dataset }) => !classList.contains(`au-${dataset['askUser']}`),
    );
    cleanup();
    expect(bare.map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

export const card = (): HTMLElement => screen.getByRole('region');
export const radio = (name: string | RegExp): HTMLElement => screen.getByRole('radio', { name });
export const checkbox = (name: string | RegExp): HTMLElement => screen.getByRole('checkbox', { name });
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const tab = (name: string | RegExp): HTMLElement => screen.getByRole('tab', { name });
export const heading = (name: string | RegExp): HTMLElement => screen.getByRole('heading', { name });
export const field = (name: string | RegExp): HTMLTextAreaElement =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name });

/** The confirmation of a discard or of a long answer. The element around it may be a dialog, too. */
export const confirmation = (): HTMLElement | null =>
  screen.queryAllByRole('dialog').find((one) => one.matches('[data-ask-user="sheet"]')) ?? null;

/** Waits until lazy chunks of the dialog have loaded and their first effects have run. */
export const loaded = (): Promise<void> => act(() => vi.dynamicImportSettled());

/** Clicks as assistive technology and scripts do. Resolves after React has rendered the change. */
export async function click(element: HTMLElement): Promise<void> {
  element.click();
  await Promise.resolve();
}

/** Waits for two frames, so that pending effects have run. */
export const frame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The error at the current question. */
export const problem = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-ask-user="answer-error"]')].find((one) => one.checkVisibility());

/** Labels of the selected options in the current question. */
export const chosen = (): string[] =>
  [...document.querySelectorAll('[aria-checked="true"]')].filter((control) => control.checkVisibility()).map(labelOf);

/** Label of an option, or the name of any other element. */
export function labelOf(element: Element): string {
  const label =
    element instanceof HTMLButtonElement ? element.labels[0]?.querySelector('[data-ask-user="label"]') : null;
  return (
    label?.textContent ??
    element.getAttribute('aria-label') ??
    (element.textContent || (element.getAttribute('title') ?? ''))
  );
}

/** The focused element, for lists and readable messages. Format: `part text`. */
export function focused(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'body';
  const name = element.getAttribute('data-ask-user') ?? element.localName;
  if (name === 'panel') return name;
  if (element instanceof HTMLTextAreaElement) return `${name} ${element.labels[0]?.textContent ?? ''}`.trim();
  return `${name} ${labelOf(element)}`;
}
