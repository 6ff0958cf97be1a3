import { describe, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import type { QuestionInput } from '../../../src/react/index.js';
import { en } from '../../../src/messages/languages/en.js';
import { LANGUAGES } from '../../messages/helpers.js';
import { pseudoLocale } from '../../helpers/pseudo.js';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  field,
  heading,
  loaded,
  radio,
  confirmation,
  problem,
} from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, THREE } from '../../helpers/browser/questions.js';
import { STATES } from '../../helpers/browser/states.js';

cleanUpAfterEach();

const TWO: readonly QuestionInput[] = [DATABASE, FEATURES];

describe('a request in another language [R-MESSAGES]', () => {
  it.each(Object.entries(LANGUAGES))('is answered with the messages of %s', async (name, { messages }) => {
    const { next, other, review, submitAll } = messages;
    const dir = name === 'ar' ? 'rtl' : 'ltr';
    const { onSubmit } = ask(TWO, { messages, dir });
    expect(card().lang).toMatch(new RegExp(`^${name}(-Hans)?$`));
    expect(getComputedStyle(card()).direction).toBe(dir);
    await mouseClick(radio('PostgreSQL'));
    await mouseClick(button(next));
    await mouseClick(screen.getByRole('checkbox', { name: other }));
    await typeKeys('mine');
    expect(field(new RegExp(messages.yourAnswer)).value).toBe('mine');
    await mouseClick(button(review));
    expect(heading(messages.reviewTitle).textContent).toBe(messages.reviewTitle);
    expect(button(new RegExp(`^${messages.change} .*Features`)).textContent).toContain(messages.change);
    expect(onSubmit).not.toHaveBeenCalled();
    await mouseClick(button(submitAll));
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
      answered: true,
      answers: [{ answer: 'PostgreSQL' }, { answer: ['mine'], wasCustom: true }],
    });
    expect(heading(/./).textContent).toBe(messages.settled.answered.replace('{asker}', messages.asker));
  });
});

describe('the messages of a host [R-MESSAGES]', () => {
  it('replace only the English messages that they name', async () => {
    ask([DATABASE], { messages: { submit: 'Ship it', cancel: undefined } });
    expect(button('Ship it').textContent).toBe('Ship it');
    expect(button('Cancel').textContent).toBe('Cancel');
    await mouseClick(button('Ship it'));
    expect(problem()?.textContent).toBe(en.missingOption);
  });

  it('may be functions of their numbers', () => {
    ask(THREE, { asker: 'Ada', messages: { title: (questions) => `${questions} things for {asker}` } });
    expect(heading('3 things for Ada').querySelector('bdi')?.textContent).toBe('Ada');
  });

  it('may be inline objects, and a re-render keeps text and focus', async () => {
    const { update } = ask([DATABASE], { messages: { title: () => 'First', settled: en.settled } });
    await mouseClick(radio('Other'));
    await typeKeys('mi');
    update([DATABASE], { messages: { title: () => 'Second', settled: { ...en.settled } } });
    expect(heading('Second').textContent).toBe('Second');
    await typeKeys('ne');
    expect(document.activeElement).toBe(field(/Your answer/));
    expect(field(/Your answer/).value).toBe('mine');
    await press('Escape');
    expect(screen.getByRole('dialog', { name: 'Discard 1 answer?' }).checkVisibility()).toBe(true);
  });

  it('replace an English message only as long as they name it', async () => {
    const { update } = ask([DATABASE], { messages: { keyCancel: 'leaves', cancel: 'Stop' } });
    await loaded();
    const hints = document.querySelector('[data-ask-user="key-hints"]');
    expect(hints).toHaveTextContent('leaves');
    update([DATABASE], { messages: { cancel: 'Stop' } });
    expect(hints).toHaveTextContent(en.keyCancel);
    expect(hints).not.toHaveTextContent('leaves');
  });
});

describe('messages that are 40 % longer', () => {
  const messages = pseudoLocale(en);

  it.each(STATES.filter(({ reach }) => !reach))('fit a card of 320 px: $name [A99]', async ({ questions, props }) => {
    ask(questions, { ...props, messages, around: (inner) => <div style={{ inlineSize: 320 }}>{inner}</div> });
    const root = document.querySelector<HTMLElement>('[data-ask-user="card"]');
    expect(root?.scrollWidth).toBe(root?.clientWidth);
    for (const control of root?.querySelectorAll<HTMLElement>('[data-ask-user="button"]') ?? []) {
      expect(control.scrollWidth, control.textContent).toBeLessThanOrEqual(control.clientWidth);
    }
  });

  it('fit a confirmation in a card of 320 px [A99]', async () => {
    ask([DATABASE], { messages, around: (inner) => <div style={{ inlineSize: 320 }}>{inner}</div> });
    await mouseClick(radio(messages.other));
    await typeKeys('mine');
    await press('Escape');
    const sheet = confirmation()!;
    expect(sheet.scrollWidth).toBe(sheet.clientWidth);
    for (const name of [messages.keepAnswering, messages.discard]) {
      expect(button(name).scrollWidth).toBeLessThanOrEqual(button(name).clientWidth);
    }
  });
});
