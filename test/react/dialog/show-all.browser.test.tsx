import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { parseRequest, toRecord } from '../../../src/core/index.js';
import { AskUserReceipt } from '../../../src/react/index.js';
import { ask, button, cleanUpAfterEach, click, field, focused, frame, heading } from '../../helpers/browser/card.js';
import { fill, press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LONG = 'It takes orders from three sales channels and reconciles them every night. '.repeat(30);
const TWO_LINES =
  'It takes orders from three sales channels, and reconciles them every night of the year without fail.';
const texts = () => [...document.querySelectorAll<HTMLElement>('[data-ask-user="answer-text"]')];
const lines = (element: HTMLElement) =>
  Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
const showAll = () => screen.queryAllByRole('button', { name: 'Show all' });

const receipt = (text: string, renderText?: Parameters<typeof AskUserReceipt>[0]['renderText']) => {
  const parsed = parseRequest({ questions: [NAME] });
  const { value: request } = parsed as Extract<typeof parsed, { ok: true }>;
  const [question] = request.questions;
  const own = { questionId: question!.id, question: NAME.question, selected: [], wasCustom: true };
  const answers = [{ ...own, answer: text, text, custom: text, notes: text }];
  const record = toRecord({ status: 'answered', answers }, request, { mode: 'interactive', answeredAt: 0 });
  return <AskUserReceipt record={record} {...(renderText && { renderText })} />;
};

beforeEach(() => page.viewport(640, 800));

describe('an answer of more than three lines [R-CALM]', () => {
  it('is clamped on Review, so that Submit stays in sight, and is shown in full by keyboard', async () => {
    ask([NAME, { question: 'And why?' }]);
    await fill(field(/name of/), LONG);
    await click(button('Next'));
    await fill(field(/And why/), 'So.');
    await click(button('Review'));
    await frame();
    expect(texts().map(lines)).toEqual([3]);
    expect(button('Submit answers').getBoundingClientRect().bottom).toBeLessThan(600);
    heading('Check your answers').focus();
    await pressEach('Tab');
    for (let stop = 0; stop < 3 && focused() !== 'question-action Show all'; stop++) await press('Tab');
    expect(focused()).toBe('question-action Show all');
    await press('Enter');
    expect([focused(), texts()[0]!.scrollHeight - texts()[0]!.clientHeight]).toEqual(['question-action Show less', 0]);
    expect(lines(texts()[0]!)).toBeGreaterThan(3);
    await press(' ');
    expect([focused(), texts().map(lines)]).toEqual(['question-action Show all', [3]]);
  });

  it('is clamped with its note in a settled card and in a receipt', async () => {
    ask([NAME]);
    await fill(field(/name of/), LONG.slice(0, 1500));
    await click(button('Add a note'));
    await fill(field(/Note/), LONG);
    await mouseClick(button('Submit'));
    await expect.poll(() => texts().length, SOON).toBe(2);
    expect(texts().map(lines)).toEqual([3, 3]);
    expect(showAll()).toHaveLength(2);
    render(receipt(LONG));
    expect(texts().map(lines)).toEqual([3, 3, 3, 3]);
  });

  it('is clamped if it consists of selected options', async () => {
    const many = choices(40, 'A choice with a long label');
    ask([{ ...many, multiSelect: true }]);
    for (const control of screen.getAllByRole('checkbox').slice(0, -1)) await click(control);
    await mouseClick(button('Submit'));
    await expect.poll(() => texts().map(lines), SOON).toEqual([3]);
    await mouseClick(button('Show all'));
    expect(texts()[0]?.textContent).toContain('A choice with a long label 40');
    expect(lines(texts()[0]!)).toBeGreaterThan(3);
  });

  it('is clamped if a host renders it', () => {
    render(
      receipt(LONG, (text) => (
        <div style={{ display: 'grid', gap: 8 }}>
          {text.split('. ').map((sentence, at) => (
            <p key={at}>{sentence}</p>
          ))}
        </div>
      )),
    );
    expect(texts()[1]?.clientHeight).toBeLessThan(70);
    expect(showAll()).toHaveLength(2);
  });

  it('is complete in server-rendered HTML until it is hydrated', async () => {
    const main = document.body.appendChild(document.createElement('main'));
    main.innerHTML = renderToString(receipt(LONG));
    expect([
      texts()
        .map(lines)
        .every((count) => count > 3),
      showAll(),
    ]).toEqual([true, []]);
    const onRecoverableError = vi.fn();
    render(receipt(LONG), { container: main, hydrate: true, onRecoverableError });
    expect([texts().map(lines), showAll().length]).toEqual([[3, 3], 2]);
    expect(onRecoverableError).not.toHaveBeenCalled();
  });
});

describe('an answer of fewer lines', () => {
  it('has no button until the card becomes too narrow', async () => {
    render(receipt(TWO_LINES));
    await frame();
    expect([texts().every((one) => lines(one) <= 3), showAll()]).toEqual([true, []]);
    await page.viewport(240, 800);
    await expect.poll(() => showAll().length, SOON).toBe(2);
    await page.viewport(640, 800);
    await expect.poll(() => showAll().length, SOON).toBe(0);
  });
});
