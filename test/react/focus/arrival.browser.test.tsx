import { fireEvent, render, screen } from '@testing-library/react';
import { createRef, StrictMode, type ReactNode, type RefObject } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AskUserAnnouncer, AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
import {
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  loaded,
  radio,
} from '../../helpers/browser/card.js';
import { press, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick, mouseClickAt } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

// Fake only the timers. Keys and focus run in real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Collects every announcement in the page from this call on. Format: `politeness: text`. */
function listen(): string[] {
  const said: string[] = [];
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const region = target instanceof Element ? target.closest('[aria-live]') : null;
      if (region)
        for (const { textContent } of addedNodes) said.push(`${region.getAttribute('aria-live')}: ${textContent}`);
    }
  }).observe(document.body, { childList: true, subtree: true });
  return said;
}

interface ChatProps extends AskUserDialogProps {
  composer?: RefObject<HTMLTextAreaElement | null>;
  arrived?: boolean;
  announcer?: boolean;
  strict?: boolean;
  more?: ReactNode;
}

/** A chat with a composer. The dialog is rendered if `arrived` is true. */
function Chat({ composer, arrived = true, announcer = true, strict, more, ...dialog }: ChatProps) {
  const chat = (
    <>
      <textarea aria-label="Message" ref={composer} />
      {arrived && <AskUserDialog questions={[DATABASE]} asker="Setup assistant" {...dialog} />}
      {more}
    </>
  );
  const page = announcer ? <AskUserAnnouncer>{chat}</AskUserAnnouncer> : chat;
  return strict ? <StrictMode>{page}</StrictMode> : page;
}

const spoken = async (ms = 200) => {
  await Promise.resolve();
  vi.advanceTimersByTime(ms);
  await Promise.resolve();
};

describe('the announcer', () => {
  it('has two empty, visually hidden regions with a politeness from the start [A14]', () => {
    render(<Chat arrived={false} />);
    const regions = [screen.getByRole('status'), screen.getByRole('alert')];
    expect(regions.map((one) => [one.getAttribute('aria-live'), one.innerHTML])).toEqual([
      ['polite', ''],
      ['assertive', ''],
    ]);
    for (const one of regions) expect(getComputedStyle(one).clipPath).toBe('inset(50%)');
  });

  it.each([
    ['', false],
    ['in StrictMode', true],
  ])('announces one question once %s (row 1) [A76 A79]', async (_, strict) => {
    const { rerender } = render(<Chat arrived={false} strict={strict} />);
    const said = listen();
    rerender(<Chat strict={strict} />);
    rerender(<Chat strict={strict} questions={[{ ...DATABASE }]} messages={{}} />);
    expect(said).toEqual([]);
    await spoken();
    await spoken(10_000);
    expect(said).toEqual(['polite: Setup assistant has a question: Which database should we use?']);
    expect(screen.getAllByRole('status').map((one) => one.innerHTML)).toEqual(['', '']);
    expect(focused()).toBe('body');
  });

  it('announces the number of questions and a shortened first question (row 2) [A76]', async () => {
    const { rerender } = render(<Chat arrived={false} />);
    const said = listen();
    rerender(<Chat questions={[{ question: 'x'.repeat(400) }, ...THREE]} />);
    await spoken();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^polite: Setup assistant has 4 questions\. First: x{149}…$/);
  });

  it('announces a dialog that mounts together with the page', async () => {
    const said = listen();
    render(<Chat strict />);
    await Promise.resolve();
    expect(said).toEqual([]);
    await spoken();
    expect(said).toHaveLength(1);
  });

  it('does not announce a remounted request again, but announces another request with the same text [A77]', async () => {
    const { rerender } = render(<Chat requestId="r1" />);
    const said = listen();
    await spoken();
    rerender(<Chat arrived={false} />);
    rerender(<Chat requestId="r1" />);
    await spoken();
    expect(said).toHaveLength(1);
    rerender(<Chat requestId="r2" />);
    await spoken();
    expect(said).toHaveLength(2);
    expect(said[0]).toBe(said[1]);
  });

  it('skips a request that unmounts before its announcement, and announces it once it is back [A77]', async () => {
    const { rerender } = render(<Chat arrived={false} />);
    const said = listen();
    rerender(<Chat requestId="r1" />);
    rerender(<Chat arrived={false} />);
    await spoken();
    expect(said).toEqual([]);
    rerender(<Chat requestId="r1" />);
    await spoken();
    expect(said).toHaveLength(1);
  });

  it('skips a request that settles or gets focus before its announcement', async () => {
    const { rerender } = render(<Chat requestId="r1" />);
    const said = listen();
    await spoken(100);
    rerender(<Chat requestId="r1" result={{ status: 'aborted' }} />);
    await spoken(5000);
    rerender(<Chat requestId="r2" />);
    await spoken(100);
    radio('SQLite').focus();
    await spoken(5000);
    expect(said).toEqual(['polite: Setup assistant no longer needs an answer']);
  });

  it.each([
    ['another request', {}, ['polite: Setup assistant has a question: What is the name of the service?']],
    ['a request that is still written', { streaming: true }, []],
    ['a settled request', { result: { status: 'aborted' } }, ['polite: Setup assistant no longer needs an answer']],
  ] as const)('skips a request that is replaced by %s before its announcement [A77]', async (_, props, expected) => {
    const { rerender } = render(<Chat requestId="r1" />);
    const said = listen();
    await spoken(100);
    rerender(<Chat requestId="r2" questions={[NAME]} {...props} />);
    await spoken(5000);
    expect(said).toEqual(expected);
  });

  it('remembers the last 100 announced requests', async () => {
    const { rerender } = render(<Chat requestId="r0" />);
    const said = listen();
    await spoken();
    for (let at = 1; at <= 100; at++) {
      rerender(<Chat requestId={`r${at}`} />);
      await spoken();
    }
    expect(said).toHaveLength(101);
    rerender(<Chat requestId="r100" questions={[NAME]} />);
    await spoken();
    rerender(<Chat requestId="r1" />);
    await spoken();
    expect(said).toHaveLength(101);
    rerender(<Chat requestId="r0" />);
    await spoken();
    expect(said).toHaveLength(102);
  });

  it('announces two cards one after the other', async () => {
    const said = listen();
    render(<Chat more={<AskUserDialog questions={[NAME]} asker="Build agent" />} />);
    await spoken(160);
    expect(said).toEqual(['polite: Setup assistant has a question: Which database should we use?']);
    await spoken(160);
    expect(said[1]).toBe('polite: Build agent has a question: What is the name of the service?');
  });

  it('is silent while questions stream in, and announces the complete request (row 23) [A82 R-STREAM]', async () => {
    const { rerender } = render(<Chat questions={[]} streaming />);
    const said = listen();
    for (const questions of [[DATABASE], [DATABASE, FEATURES], THREE])
      rerender(<Chat questions={questions} streaming />);
    await spoken();
    expect(said).toEqual([]);
    rerender(<Chat questions={THREE} />);
    await spoken();
    expect(said).toEqual(['polite: Setup assistant has 3 questions. First: Which database should we use?']);
  });

  it('does not announce a settled request or a card that has focus', async () => {
    const { rerender, unmount } = render(<Chat questions={[NAME]} streaming />);
    const said = listen();
    button('Cancel').focus();
    rerender(<Chat questions={[NAME]} />);
    await spoken();
    unmount();
    render(<Chat result={{ status: 'cancelled' }} />).unmount();
    await spoken(5000);
    expect(said).toEqual([]);
  });
});

describe('a card without an announcer', () => {
  const own = () => screen.getByRole('status');
  const WORDS = 'Setup assistant has a question: Which database should we use?';

  it.each([
    ['', false],
    ['in StrictMode', true],
  ])('announces its arrival once in its status region %s [R-HEARD]', async (_, strict) => {
    const { rerender } = render(<Chat announcer={false} strict={strict} />);
    const said = listen();
    await loaded();
    await spoken(299);
    expect(said).toEqual([]);
    await spoken(1);
    expect(own()).toHaveTextContent(WORDS);
    rerender(<Chat announcer={false} strict={strict} questions={[{ ...DATABASE }]} messages={{}} />);
    await spoken(10_000);
    expect(said).toEqual([`polite: ${WORDS}`]);
    expect(own()).toBeEmptyDOMElement();
    expect(focused()).toBe('body');
  });

  it('announces the number of questions once the last one is complete [R-HEARD] [R-STREAM]', async () => {
    const { rerender } = render(<Chat announcer={false} questions={[DATABASE]} streaming />);
    await loaded();
    await spoken(5000);
    expect(own()).toBeEmptyDOMElement();
    rerender(<Chat announcer={false} questions={THREE} />);
    await spoken(300);
    expect(own()).toHaveTextContent('Setup assistant has 3 questions. First: Which database should we use?');
  });

  it('is silent if it gets focus, settles or unmounts before its announcement [R-HEARD]', async () => {
    const said = listen();
    const { unmount } = render(<Chat announcer={false} />);
    await loaded();
    await spoken(200);
    radio('SQLite').focus();
    await spoken(5000);
    unmount();

    const other = render(<Chat announcer={false} />);
    await spoken(200);
    other.unmount();
    await spoken(5000);
    expect(said).toEqual([]);

    const { rerender } = render(<Chat announcer={false} requestId="r1" />);
    await spoken(200);
    rerender(<Chat announcer={false} requestId="r1" result={{ status: 'aborted' }} />);
    await spoken(5000);
    expect(said).toEqual(['polite: Setup assistant no longer needs an answer']);
  });
});

const IF_IDLE = { autoFocus: 'if-idle' } as const;
const composerRef = () => createRef<HTMLTextAreaElement>();
const message = () => field('Message');

describe('a card that arrives', () => {
  it('does not steal focus, selection, text, or key events [A63 A64]', async () => {
    const { rerender } = render(<Chat arrived={false} />);
    message().focus();
    await typeKeys('yes ');
    rerender(<Chat />);
    await typeKeys('1\n');
    await spoken(2000);
    expect(message()).toHaveFocus();
    expect(message()).toHaveValue('yes 1\n');
    expect(chosen()).toEqual([]);
  });

  it('with if-idle is announced and does not steal focus from a user who types [A64 A65]', async () => {
    const composer = composerRef();
    const props = { ...IF_IDLE, composer, returnFocusTo: composer };
    const { rerender } = render(<Chat {...props} arrived={false} />);
    const said = listen();
    message().focus();
    await typeKeys('yes ');
    rerender(<Chat {...props} />);
    await loaded();
    await typeKeys('1\n');
    await spoken(3000);
    expect(message()).toHaveFocus();
    expect(message()).toHaveValue('yes 1\n');
    expect(chosen()).toEqual([]);
    expect(said).toEqual(['polite: Setup assistant has a question: Which database should we use?']);
  });

  it.each([
    ['an empty composer', true],
    ['the page', false],
  ])(
    'with if-idle takes focus from %s after 1 s without input, and is not announced [A65 A79]',
    async (_, inComposer) => {
      const composer = composerRef();
      const { rerender } = render(<Chat composer={composer} arrived={false} strict />);
      const said = listen();
      await mouseClick(message());
      if (!inComposer) message().blur();
      rerender(<Chat {...IF_IDLE} composer={composer} returnFocusTo={composer} strict />);
      await loaded();
      vi.advanceTimersByTime(999);
      expect(document.activeElement).toBe(inComposer ? message() : document.body);
      vi.advanceTimersByTime(1);
      expect(focused()).toBe('title Question from Setup assistant');
      await press('1', QUICK);
      expect(chosen()).toEqual([]);
      await spoken(2000);
      expect(said).toEqual([]);
    },
  );

  it.each<[what: string, input: () => Promise<unknown> | void]>([
    ['a key is pressed', () => press('Shift')],
    ['the mouse is pressed', () => mouseClick(document.body)],
    ['text is dictated and removed', () => void fireEvent(message(), new InputEvent('beforeinput', { bubbles: true }))],
  ])('with if-idle does not take focus if %s within 1 s, and is announced once [A65 A79]', async (_, input) => {
    const composer = composerRef();
    const { rerender } = render(<Chat composer={composer} arrived={false} />);
    const said = listen();
    message().focus();
    rerender(<Chat {...IF_IDLE} composer={composer} returnFocusTo={composer} />);
    await loaded();
    vi.advanceTimersByTime(500);
    await input();
    vi.advanceTimersByTime(500);
    await spoken(3000);
    expect(focused()).not.toMatch(/^title/);
    expect(said).toEqual(['polite: Setup assistant has a question: Which database should we use?']);
  });

  it('with if-idle does not take focus while another card is pending [A70]', async () => {
    const { rerender } = render(<Chat arrived={false} more={<AskUserDialog questions={[NAME]} />} />);
    message().focus();
    message().blur();
    rerender(<Chat {...IF_IDLE} more={<AskUserDialog questions={[NAME]} />} />);
    await loaded();
    vi.advanceTimersByTime(3000);
    expect(focused()).toBe('body');
  });

  it('with if-idle does not take focus while another card is pending in the same shadow root', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => host.remove());
    const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    const { rerender } = render(<Chat arrived={false} more={<AskUserDialog questions={[NAME]} />} />, { container });
    rerender(<Chat {...IF_IDLE} more={<AskUserDialog questions={[NAME]} />} />);
    await loaded();
    vi.advanceTimersByTime(3000);
    expect(focused()).toBe('body');
  });

  it('changes nothing in another card that the user is answering [A70]', async () => {
    const one = <AskUserDialog questions={[NAME]} />;
    const { rerender } = render(<Chat arrived={false} more={one} />);
    field(/name of/).focus();
    rerender(<Chat {...IF_IDLE} more={one} />);
    await loaded();
    await typeKeys('1');
    await spoken(3000);
    expect(field(/name of/)).toHaveFocus();
    expect(field(/name of/)).toHaveValue('1');
    expect(chosen()).toEqual([]);
  });
});

describe('focus() on the card', () => {
  const opened = () => {
    const ref = createRef<HTMLDivElement>();
    const onSubmit = vi.fn();
    render(
      <>
        <AskUserDialog ref={ref} questions={[DATABASE, NAME]} asker="Setup assistant" onSubmit={onSubmit} />
        <button type="button">After</button>
      </>,
    );
    return { ref, onSubmit };
  };

  it('moves focus to the heading, which ignores quick keys [A66 A67]', async () => {
    const { ref } = opened();
    button('After').focus();
    ref.current?.focus();
    expect(focused()).toMatch(/^title 2 questions from Setup assistant/);
    await press('1', QUICK);
    await press('Enter', QUICK);
    expect(chosen()).toEqual([]);
    expect(screen.getByRole('tab', { name: 'Database' })).toHaveAttribute('aria-selected', 'true');
    await click(radio('SQLite'));
    expect(chosen()).toEqual(['SQLite']);
    await press('1', { laterMs: 600 });
    expect(chosen()).toEqual(['PostgreSQL']);
  });

  it('moves focus into an open confirmation, and to the title of a settled card', async () => {
    const { ref } = opened();
    await click(radio('SQLite'));
    await click(button('Cancel'));
    button('After').focus();
    ref.current?.focus();
    expect(focused()).toBe('button Keep answering');
    await click(button('Discard answers'));
    button('After').focus();
    ref.current?.focus();
    expect(focused()).toMatch(/^title You cancelled/);
  });

  /** Each test presses at another place, because WebKit takes two clicks at one point within 1 s for a double click. */
  const pressEmptySpace = (card: HTMLElement, x: number) => {
    const { left, top } = card.getBoundingClientRect();
    return mouseClickAt(card, left + x, top + 4);
  };

  it('differs from a press on empty space, which focuses the card itself and allows text selection', async () => {
    const { ref } = opened();
    await loaded();
    const card = ref.current!;
    await pressEmptySpace(card, 40);
    expect(document.activeElement).toBe(card);
    const text = screen.getByText('Battle-tested');
    await userEvent.tripleClick(screen.getByText('Which database should we use?'));
    expect(getSelection()?.toString()).toContain('Which database should we use?');
    expect(text).toBeVisible();
    button('After').focus();
    vi.advanceTimersByTime(10);
    card.focus();
    expect(focused()).toMatch(/^title/);
  });

  it('differs from the return to the window after such a press', async () => {
    const card = opened().ref.current!;
    await pressEmptySpace(card, 80);
    vi.advanceTimersByTime(10);
    // A browser sends these events if the user leaves the window and returns. The focused element stays the same.
    fireEvent.blur(card);
    fireEvent.focus(card);
    expect(document.activeElement).toBe(card);
    await press('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
    button('After').focus();
    card.focus();
    expect(focused()).toMatch(/^title/);
  });

  it('differs from a link to the card, which focuses the card itself', async () => {
    render(
      <>
        <a href="#card">Go to the question</a>
        <AskUserDialog id="card" questions={[DATABASE]} />
      </>,
    );
    onTestFinished(() => history.replaceState(null, '', location.pathname + location.search));
    await click(screen.getByRole('link'));
    await expect.poll(() => document.activeElement?.id).toBe('card');
  });

  it('scrolls the page no further than necessary [A75]', async () => {
    const { ref } = opened();
    const tall = document.body.appendChild(document.createElement('div'));
    tall.style.blockSize = '5000px';
    button('After').focus();
    const before = window.scrollY;
    ref.current?.focus();
    await frame();
    expect(window.scrollY).toBe(before);
    tall.remove();
  });
});
