import { act, cleanup, configure, render, screen, type RenderResult } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { afterEach, vi, type Mock } from 'vitest';
import { AskUserDialog, type AskUserDialogProps, type QuestionInput } from '../../../src/react/index.js';
import { AnnouncerContext } from '../../../src/react/context.js';
import '../../../src/styles/index.css';

// The whole page in every message hides what it says.
configure({ getElementError: (message) => new Error(message?.split('\n')[0] ?? 'not found') });

type Handler = NonNullable<AskUserDialogProps['onSubmit']>;
type Ending = NonNullable<AskUserDialogProps['onCancel']>;

export interface AskOptions extends Omit<AskUserDialogProps, 'questions' | 'onSubmit' | 'onCancel'> {
  onSubmit?: Handler;
  onCancel?: Ending;
  strict?: boolean;
  /** What stands around the card; by default a button before and one after it. */
  around?: (card: ReactNode) => ReactNode;
}

export interface Asked extends RenderResult {
  onSubmit: Mock<Handler>;
  onCancel: Mock<Ending>;
  /** Renders the host again, with other questions or props. */
  update: (questions: readonly QuestionInput[], more?: AskOptions) => void;
}

const betweenButtons = (card: ReactNode) => (
  <>
    <button type="button">Before</button>
    {card}
    <button type="button">After</button>
  </>
);

const sayNothing = () => {};
/** A card announces its arrival by itself a moment after it is there: at any time in a test, which then finds that in its status region. */
const Unannounced = ({ children }: { children: ReactNode }) => (
  <AnnouncerContext.Provider value={sayNothing}>{children}</AnnouncerContext.Provider>
);

/** Mounts the dialog as a host does, with an announcer that says nothing; without questions, with the `input` of its options. */
export function ask(questions: readonly QuestionInput[] | undefined, options: AskOptions = {}): Asked {
  const onSubmit = vi.fn<Handler>(options.onSubmit);
  const onCancel = vi.fn<Ending>(options.onCancel);
  const draw = (
    now: readonly QuestionInput[] | undefined,
    { strict, around = betweenButtons, ...props }: AskOptions,
  ) => {
    const page = around(<AskUserDialog {...props} questions={now} onSubmit={onSubmit} onCancel={onCancel} />);
    return strict ? <StrictMode>{page}</StrictMode> : page;
  };
  const view = render(draw(questions, options), { wrapper: Unannounced });
  return { ...view, onSubmit, onCancel, update: (now, more) => view.rerender(draw(now, { ...options, ...more })) };
}

/** Call once in a test file. */
export const cleanUpAfterEach = (): void => afterEach(cleanup);

export const card = (): HTMLElement => screen.getByRole('region');
export const radio = (name: string | RegExp): HTMLElement => screen.getByRole('radio', { name });
export const checkbox = (name: string | RegExp): HTMLElement => screen.getByRole('checkbox', { name });
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const tab = (name: string | RegExp): HTMLElement => screen.getByRole('tab', { name });
export const heading = (name: string | RegExp): HTMLElement => screen.getByRole('heading', { name });
export const field = (name: string | RegExp): HTMLTextAreaElement =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name });

/** What is asked before answers are discarded, or a long one is sent. What is around it may be a dialog, too. */
export const confirmation = (): HTMLElement | null =>
  screen.queryAllByRole('dialog').find((one) => one.matches('[data-ask-user="sheet"]')) ?? null;

/** After what the dialog loads later has come, and has done what it does first. */
export const loaded = (): Promise<void> => act(() => vi.dynamicImportSettled());

/** A click as assistive technology and scripts make it; what it changed is drawn afterwards. */
export async function click(element: HTMLElement): Promise<void> {
  element.click();
  await Promise.resolve();
}

/** After the next two frames: when whatever was going to happen has happened. */
export const frame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** What is missing, as it stands at the question shown. */
export const problem = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-ask-user="problem"]')].find((one) => one.checkVisibility());

/** What is chosen in the question shown, by label. */
export const chosen = (): string[] =>
  [...document.querySelectorAll('[aria-checked="true"]')].filter((control) => control.checkVisibility()).map(labelOf);

/** What is written on an option; the name of anything else. */
export function labelOf(element: Element): string {
  const label =
    element instanceof HTMLButtonElement ? element.labels[0]?.querySelector('[data-ask-user="label"]') : null;
  return (
    label?.textContent ??
    element.getAttribute('aria-label') ??
    (element.textContent || (element.getAttribute('title') ?? ''))
  );
}

/** The element with the focus, as `part text`: for lists and for messages that can be read. */
export function focused(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'body';
  const name = element.getAttribute('data-ask-user') ?? element.localName;
  if (name === 'panel') return name;
  if (element instanceof HTMLTextAreaElement) return `${name} ${element.labels[0]?.textContent ?? ''}`.trim();
  return `${name} ${labelOf(element)}`;
}
