import { cleanup, render, screen, act } from '@testing-library/react';
import { createRef, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { fromRecord, parseRecord, toRecord } from '../../../src/core/index.js';
import type { AskUserRecord, AskUserResult } from '../../../src/core/index.js';
import { AskUserReceipt, AskUserDialog } from '../../../src/react/index.js';
import { en } from '../../../src/messages/languages/en.js';
import { ATTACK_LABELS } from '../../fixtures/attack-labels.js';
import { ask, button, checkbox, click, field, radio, tab } from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { THREE } from '../../helpers/browser/questions.js';

afterEach(cleanup);

const AT = Date.UTC(2026, 10, 20, 14, 5);
const OPTIONS = { mode: 'interactive', answeredAt: AT } as const;
const REQUEST = {
  requestId: 'r1',
  asker: 'Setup',
  questions: [
    { id: 'a', question: 'Which?', options: [{ label: 'One' }, { label: 'Two (Recommended)' }], multiSelect: false },
    { id: 'b', question: 'Why?', options: [], multiSelect: false },
  ],
};
const ANSWERED: AskUserResult = {
  status: 'answered',
  answers: [
    {
      questionId: 'a',
      question: 'Which?',
      answer: 'Two (Recommended)',
      text: 'Two (Recommended)',
      selectedOption: 'Two (Recommended)',
      wasCustom: false,
      selected: [{ index: 1, label: 'Two (Recommended)' }],
      notes: 'For **now**',
    },
    {
      questionId: 'b',
      question: 'Why?',
      answer: 'Because',
      text: 'Because',
      wasCustom: true,
      selected: [],
      custom: 'Because',
    },
  ],
};
const record = (result: AskUserResult = ANSWERED): AskUserRecord => toRecord(result, REQUEST, OPTIONS);

const texts = (name: string, within: ParentNode = document) =>
  [...within.querySelectorAll(`[data-ask-user="${name}"]`)].map(({ textContent }) => textContent);
const settled = () => document.querySelector('[data-ask-user="settled"]');

describe('a receipt', () => {
  it('shows the context of a question below it, in text that is not larger', () => {
    const [first, second] = REQUEST.questions;
    const questions = [
      { ...first!, context: 'For\u202e orders' },
      { ...second!, context: ' ' },
    ];
    render(<AskUserReceipt record={toRecord(ANSWERED, { ...REQUEST, questions }, OPTIONS)} />);
    expect(texts('context')).toEqual(['For orders']);
    const question = document.querySelector('dt')!;
    const context = question.nextElementSibling!;
    expect(context.textContent).toBe('For orders');
    expect(getComputedStyle(context).fontSize).toBe(getComputedStyle(question).fontSize);
  });

  it('shows questions, selected options, custom text and notes as static text [R-RECEIPT]', () => {
    const { container } = render(<AskUserReceipt record={record()} messages={{ locale: 'en' }} timeZone="UTC" />);
    expect(screen.getByRole('group', { name: 'You answered Setup' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'You answered Setup', level: 3 })).toBeDefined();
    expect(texts('review-question')).toEqual(['Which?', 'Why?']);
    expect(texts('review-answer')).toEqual(['Two (Recommended)', '“Because”']);
    expect(texts('review-notes')).toEqual(['For **now**']);
    expect(screen.getByRole('time').getAttribute('datetime')).toBe('2026-11-20T14:05:00.000Z');
    expect(texts('time')[0]).toMatch(/^Nov 20, 2026, 2:05\sPM$/);
    expect(container.querySelector('button, input, textarea, a, [tabindex], [id], [aria-live]')).toBeNull();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it.each([
    [' \u200b', 'Assistant'],
    ['Claude\u202e', 'Claude'],
  ])('shows the asker %j as %j [R-RECEIPT]', (asker, shown) => {
    render(<AskUserReceipt record={{ ...record(), asker }} />);
    const title = `You answered ${shown}`;
    expect([screen.getByRole('group').ariaLabel, screen.getByRole('heading').textContent]).toEqual([title, title]);
  });

  it('shows what the user asked back apart from the answers, as text [R-ASKBACK] [R-RECEIPT]', async () => {
    const attack = '<img src=x onerror="document.title = 1">';
    const exchanges = [
      {
        key: 'k1',
        questionId: 'b',
        text: `Whose?\u202e${attack}`,
        status: 'replied',
        reply: `Ours\u2066 ${attack}`,
        isCut: true,
      },
      { key: 'k2', questionId: 'a', text: 'Why two?', status: 'failed' },
    ] as const;
    const record = toRecord(ANSWERED, REQUEST, { ...OPTIONS, exchanges });
    render(<AskUserReceipt record={record} timeZone="UTC" />);
    const lines = ({ innerText }: HTMLElement) => innerText.trim().replaceAll(/\s*\n\s*/g, ' | ');
    const lists = [...document.querySelectorAll('dl')].map(lines);
    expect(lists).toHaveLength(2);
    expect(lists[1]).toBe(
      `Which? | “Why two?” | No reply came. | Why? | “Whose?${attack}” | Reply: | Ours ${attack} | The rest of the reply is too long to show.`,
    );
    expect(screen.getByText('What you asked')).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
    const answers = lists[0];
    cleanup();
    render(<AskUserReceipt record={toRecord(ANSWERED, REQUEST, OPTIONS)} timeZone="UTC" />);
    expect(document.querySelectorAll('dl')).toHaveLength(1);
    expect(lines(document.querySelector('dl')!)).toBe(answers);
  });

  it('names the question that the user wanted to discuss [R-ASKBACK]', () => {
    const result = { status: 'declined', discuss: true, about: 'b', reason: 'Hm?', answers: [] } as const;
    render(<AskUserReceipt record={toRecord(result, REQUEST, OPTIONS)} timeZone="UTC" />);
    expect(document.querySelector('[data-ask-user="settled"]')).toHaveTextContent(
      'To discuss: “\u2068Why?\u2069”“Hm?”',
    );
  });

  it('formats the date in the system’s language if `locale` is not a language tag [R-RECEIPT]', () => {
    const dated = record();
    render(<AskUserReceipt record={dated} messages={{ locale: 'en_US' }} timeZone="UTC" />);
    const plain = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    expect(texts('time')).toEqual([new Intl.DateTimeFormat(undefined, plain).format(dated.answeredAt)]);
  });

  it.each([
    ['an invalid `timeZone`', 'de', 'Mars/Olympus', 'de'],
    ['an invalid `timeZone` and an invalid `locale`', 'en_US', 'Mars/Olympus', undefined],
  ])('[R-RECEIPT] shows the date in the system’s time zone with %s', (_, locale, timeZone, used) => {
    const dated = record();
    render(<AskUserReceipt record={dated} messages={{ locale }} timeZone={timeZone} />);
    const plain = { dateStyle: 'medium', timeStyle: 'short' } as const;
    expect(texts('time')).toEqual([new Intl.DateTimeFormat(used, plain).format(dated.answeredAt)]);
  });

  it.each<[AskUserResult, RegExp]>([
    [{ status: 'answered', answers: [] }, /You answered/],
    [{ status: 'declined', reason: 'It is private.' }, /You declined/],
    [{ status: 'cancelled' }, /You cancelled/],
    [{ status: 'aborted', reason: 'The run was stopped.' }, /no longer needs/],
    [{ status: 'superseded', reason: 'A new message.' }, /was replaced/],
    [{ status: 'connectionLost' }, /^Connection to .* lost/],
    [{ status: 'timedOut' }, /timed out/],
    [{ status: 'unavailable', reason: 'No window.' }, /couldn’t be shown/],
    [{ status: 'invalid', issues: [{ code: 'type', path: '', message: 'Must be an object.' }] }, /couldn’t be read/],
  ])('shows $status with its reason, and names no option [R-RECEIPT] [R-NOPHANTOM]', (result, title) => {
    render(<AskUserReceipt record={record(result)} />);
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    expect(settled()?.getAttribute('data-status')).toBe(result.status);
    expect(texts('hint')).toEqual('reason' in result ? [result.reason] : []);
    expect(texts('review-answer')).toEqual(['No answer', 'No answer']);
    expect(settled()?.textContent).not.toMatch(/One|Two/);
  });

  it('renders a request that could not be read, without questions [R-RECEIPT]', () => {
    render(
      <AskUserReceipt
        record={toRecord({ status: 'invalid', issues: [] }, { requestId: 'r', questions: [] }, OPTIONS)}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Assistant’s request couldn’t be read' })).toBeDefined();
    expect(document.querySelector('dl')).toBeNull();
  });

  it('equals the settled card of the dialog [R-RECEIPT]', async () => {
    const { onSubmit, unmount } = ask(THREE, { asker: 'Setup' });
    await click(radio('SQLite'));
    await click(button('Next'));
    await click(checkbox('Accounts'));
    await click(checkbox('Other'));
    await fill(field(/Your answer/), 'Audit\nlog');
    await mouseClick(tab(/^Name/));
    await fill(field(/name of/), 'orders');
    await click(button('Review'));
    await click(button('Submit answers'));
    const { result, request } = onSubmit.mock.calls[0]?.[1] ?? {};
    const left = settled()?.cloneNode(true);
    expect(screen.getByRole('group', { name: 'You answered Setup' })).toBeDefined();
    unmount();
    if (!result || !request || !(left instanceof Element)) throw new Error('nothing was submitted');
    const stored = parseRecord(JSON.stringify(toRecord(result, request, { ...OPTIONS, answeredAt: Number.NaN })));
    expect(stored.ok).toBe(false);
    const again = parseRecord(JSON.stringify(toRecord(result, request, OPTIONS)));
    if (!again.ok) throw new Error('the record is refused');
    render(<AskUserReceipt record={{ ...again.value, answeredAt: Number.NaN }} />);
    const title = left.querySelector('[data-ask-user="title"]');
    title?.removeAttribute('id');
    title?.removeAttribute('tabindex');
    expect(settled()?.innerHTML).toBe(left.innerHTML);
  });

  it('numbers a question without visible text by its place in the request [R-RECEIPT]', () => {
    const question = '\u200b';
    const [, answer] = ANSWERED.answers;
    const answers = [{ ...answer!, questionId: 'c', question }];
    const request = { ...REQUEST, questions: [...REQUEST.questions, { ...REQUEST.questions[1]!, id: 'c', question }] };
    const result = { status: 'declined', discuss: true, answers } as const;
    render(<AskUserReceipt record={toRecord(result, request, OPTIONS)} />);
    expect(texts('review-question')).toEqual(['Question 3']);
  });

  it('aligns English answers and replies with the questions of a right-to-left page [R-RECEIPT]', () => {
    const reply = { key: '1', questionId: REQUEST.questions[0]!.id, text: 'Who?', reply: 'You.' } as const;
    const exchanges = [{ ...reply, status: 'replied' }] as const;
    const record = toRecord(ANSWERED, REQUEST, { ...OPTIONS, exchanges });
    render(<AskUserReceipt record={record} timeZone="UTC" dir="rtl" style={{ inlineSize: 900 }} />);
    const edge = (text: string) => Math.round(screen.getByText(text).getBoundingClientRect().right);
    for (const text of ['“Because”', '“Who?”', 'You.']) expect(edge(text)).toBe(edge('Why?'));
  });

  it('accepts messages, heading level, direction and element props [R-RECEIPT] [R-MESSAGES]', () => {
    const ref = createRef<HTMLDivElement>();
    render(
      <AskUserReceipt
        ref={ref}
        record={record({ status: 'cancelled' })}
        messages={{ locale: 'de', settled: { ...en.settled, cancelled: 'Abgebrochen: {asker}' }, noAnswer: undefined }}
        headingLevel={6}
        timeZone="UTC"
        dir="rtl"
        className="mine"
        style={{ opacity: 0.5 }}
        data-id="7"
      />,
    );
    expect(screen.getByRole('heading', { name: 'Abgebrochen: Setup', level: 6 })).toBeDefined();
    expect(texts('time')).toEqual(['20.11.2026, 14:05']);
    expect(texts('review-answer')).toEqual(['No answer', 'No answer']);
    expect(ref.current).toBe(screen.getByRole('group', { name: 'Abgebrochen: Setup' }));
    expect(ref.current?.className).toBe('au-card mine');
    expect([ref.current?.dir, ref.current?.lang, ref.current?.style.opacity, ref.current?.dataset['id']]).toEqual([
      'rtl',
      'de',
      '0.5',
      '7',
    ]);
    expect(ref.current?.getAttribute('data-ask-user')).toBe('card');
  });

  it('lets the host render questions and notes [R-RECEIPT]', () => {
    render(<AskUserReceipt record={record()} renderText={(text, { kind }) => <em>{`${kind}: ${text}`}</em>} />);
    expect(texts('review-question')).toEqual(['question: Which?', 'question: Why?']);
    expect(texts('review-notes')).toEqual(['notes: For **now**']);
    expect(texts('review-answer')).toEqual(['Two (Recommended)', '“Because”']);
  });

  it('renders on the server and hydrates unchanged [R-RECEIPT]', async () => {
    const receipt = (
      <StrictMode>
        <AskUserReceipt record={record()} timeZone="Asia/Tokyo" messages={{ locale: 'ja' }} />
      </StrictMode>
    );
    const host = document.createElement('div');
    document.body.append(host);
    host.innerHTML = renderToString(receipt);
    const before = host.innerHTML;
    const root = await act(async () => hydrateRoot(host, receipt));
    expect(host.innerHTML).toBe(before);
    await act(async () => root.unmount());
    host.remove();
  });
});

describe('a receipt with malicious text', () => {
  it.each(ATTACK_LABELS)('shows $id as cleaned text: $what [R-RECEIPT] [R-VERBATIM]', ({ labels, shown }) => {
    const answer = {
      questionId: 'a',
      question: 'Which\u202E?',
      answer: labels,
      text: labels.join(', '),
      wasCustom: true,
      selected: labels.map((label, index) => ({ index, label })),
      custom: 'mine \u200B <b>',
      notes: '<i>\u202E',
    };
    const options = labels.map((label) => ({ label }));
    const made = toRecord(
      { status: 'answered', answers: [answer] },
      { requestId: 'r', questions: [{ id: 'a', question: 'Which\u202E?', options, multiSelect: true }] },
      OPTIONS,
    );
    render(<AskUserReceipt record={made} />);
    const chosen = [...document.querySelectorAll('[data-ask-user="review-answer"]')][0];
    expect([...(chosen?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent)).toEqual(shown);
    expect(texts('review-question')).toEqual(['Which?']);
    expect(texts('review-answer')[1]).toBe('“mine \u200B <b>”');
    expect(texts('review-notes')).toEqual(['<i>\u202E']);
    expect(settled()?.querySelector('b, i, img, a')).toBeNull();
  });

  it('shows a stored label that the question does not have, cleaned [R-RECEIPT]', () => {
    const stored = record();
    const [first] = stored.answers;
    if (!first) throw new Error('no answer');
    const answers = [{ ...first, selected: [{ index: 7, label: 'Gone\u202E' }] }];
    render(<AskUserReceipt record={{ ...stored, answers }} />);
    expect(texts('review-answer')).toEqual(['Gone']);
  });
});

it('a record returns its request, which can be asked again [R-RECEIPT]', () => {
  expect(renderToStaticMarkup(<AskUserDialog request={fromRecord(record())} />)).toContain('Two');
});
