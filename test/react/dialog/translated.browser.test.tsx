import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import { toRecord } from '../../../src/core/index.js';
import { AskUserDialog, AskUserReceipt, type QuestionInput } from '../../../src/react/index.js';
import {
  ask,
  button,
  card,
  checkbox,
  cleanUpAfterEach,
  click,
  field,
  frame,
  heading,
  loaded,
  radio,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { fill, press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { FORM, type Field } from '../../helpers/browser/rules.js';
import { STATES } from '../../helpers/browser/states.js';
import { expectSame, mixedTexts, translatePage, type Flow } from '../../helpers/browser/translate.js';

cleanUpAfterEach();

const onError = vi.fn();
const STRICT: AskOptions = { strict: true, asker: 'Builder', onError };

const kinds = (previewFormat: 'text' | 'markdown' | 'html', grid: string, list: string): AskOptions => ({
  ...STRICT,
  request: {
    requestId: 'r',
    previewFormat,
    questions: [
      {
        id: 'q',
        question: 'Which layout?',
        multiSelect: false,
        options: [{ label: 'Grid', preview: grid }, { label: 'List', preview: list }, { label: 'Plain (Recommended)' }],
      },
    ],
  },
});

const visit = async (look: () => Promise<void>, ...names: (string | RegExp)[]) => {
  for (const name of names) {
    await click(radio(name));
    await look();
  }
};

const PREVIEWS: [string, AskOptions][] = [
  ['text', kinds('text', 'GRID', 'LIST')],
  ['HTML', kinds('html', '<p>a <b>grid</b></p>', 'one <i>list</i><ul><li>item</li></ul>')],
  ['Markdown', { ...kinds('markdown', 'a **grid**', '`list` of *items*\n\n- one'), renderPreview: markdownPreview }],
];

const ask3 = (more?: AskOptions) => ask(THREE, { ...STRICT, ...more });
const answerAll = async (look: () => Promise<void>) => {
  await click(radio('SQLite'));
  await look();
  await click(button('Next'));
  await click(checkbox('REST API'));
  await click(checkbox('Accounts'));
  await look();
  await click(button('Next'));
  await fill(field(/name of/), 'orders');
  await look();
  await click(button('Review'));
  await look();
};

const FLOWS: [string, Flow][] = [
  ...PREVIEWS.map(([name, props]): [string, Flow] => [
    `previews as ${name}, and an option without one`,
    async (look) => {
      ask(undefined, props);
      await look();
      await visit(look, 'Grid', 'List', 'Grid', /^Plain/, 'List', 'Other', 'Grid');
      await click(button('Open larger'));
      await look();
    },
  ]),
  [
    'an HTML preview that is read as text',
    async (look) => {
      ask(undefined, PREVIEWS[1]?.[1]);
      await visit(look, 'Grid');
      await click(await screen.findByRole('button', { name: 'Show as text' }));
      await look();
      await visit(look, 'List', 'Grid', /^Plain/, 'List');
      await click(button('Show as picture'));
      await look();
    },
  ],
  [
    'a question that the model is writing',
    async (look) => {
      const stream = (questions: readonly QuestionInput[], streaming = true) =>
        view.update(questions, { ...STRICT, streaming });
      const view = ask([{ question: 'Whi' }], { ...STRICT, streaming: true });
      await look();
      stream([{ question: 'Which da' }, { question: '' }]);
      await look();
      stream([{ ...DATABASE, options: ['Post', { label: 'SQLite', description: 'One' }] }, { question: 'What' }]);
      await look();
      stream([{ ...DATABASE, context: 'For', options: ['PostgreSQL (Recommended)', 'SQLite'] }, NAME]);
      await look();
      stream([{ ...DATABASE, context: 'For orders.', options: ['PostgreSQL (Recommended)', 'SQLite'] }, NAME], false);
      await look();
      expect(heading(/Which database/)).toBeVisible();
    },
  ],
  [
    'Markdown that the model is writing',
    async (look) => {
      const props: AskOptions = { ...STRICT, renderText: markdownText };
      const question = 'Which **database** for `orders`, as in [the guide](https://example.com/guide)?';
      const context =
        'a **b** c\n\n- one\n- `two` and *three*\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 **3** |';
      const to = (length: number, streaming = true) =>
        view.update([{ question: question.slice(0, length), context: context.slice(0, length) }, NAME], {
          ...props,
          streaming,
        });
      const view = ask([{ question: 'Which' }, NAME], { ...props, streaming: true });
      await look();
      for (let length = 6; length <= context.length; length += 5) {
        to(length);
        await look();
      }
      to(200, false);
      await look();
    },
  ],
  [
    'three answers, Review, a change, and the end',
    async (look) => {
      const { onSubmit } = ask3();
      await look();
      await answerAll(look);
      expect(screen.getByText('3 of 3 answered')).toBeVisible();
      await click(button(/^Change.*Database/));
      await visit(look, 'PostgreSQL', 'Other');
      await typeKeys('DuckDB');
      await click(button('Next'));
      await click(button('Back'));
      await look();
      for (const name of ['Next', 'Next', 'Review', 'Submit answers']) {
        await click(button(name));
        await look();
      }
      expect(onSubmit.mock.calls.map(([output]) => output)).toMatchObject([
        { answers: [{ answer: 'DuckDB' }, { answer: ['Accounts', 'REST API'] }, { answer: 'orders' }] },
      ]);
    },
  ],
  [
    'the count of answers',
    async (look) => {
      ask3();
      await look();
      for (const name of ['SQLite', 'Clear answer', 'SQLite', 'Next']) {
        await click(screen.queryByRole('radio', { name }) ?? button(name));
        await look();
      }
      await click(checkbox('REST API'));
      await look();
      expect(document.querySelector('[data-ask-user="progress"]')?.textContent).toBe('2 of 3 answered');
    },
  ],
  [
    'a note, and a confirmation of a discard',
    async (look) => {
      const { onCancel } = ask3({ allow: { skip: true, decline: true } });
      await look();
      await click(button('Add a note'));
      await fill(field(/Note/), 'only v2');
      await look();
      await click(button('Skip'));
      await click(button('Cancel'));
      await look();
      await click(button('Keep answering'));
      await look();
      await click(button('Decline to answer'));
      await look();
      await click(button('Discard answers'));
      await look();
      expect(onCancel).toHaveBeenCalledOnce();
    },
  ],
  [
    'the counter of a long answer, and its confirmation',
    async (look) => {
      ask([NAME], { ...STRICT, softLimit: 10 });
      await look();
      for (const text of ['', '123456789', '1234567890', '12345678901', '123', '123456789012']) {
        await fill(field(/name of/), text);
        await look();
      }
      expect(document.querySelector('[data-ask-user="counter"]')?.textContent).toMatch(/^12\b/);
      await click(button('Submit'));
      await look();
      await click(button('Edit answer'));
      await look();
      await click(button('Submit'));
      await click(button('Submit anyway'));
      await look();
    },
  ],
  [
    'refused answers',
    async (look) => {
      const PORT: Field = { question: 'Which port?', rules: { input: 'integer' } };
      ask(undefined, { ...STRICT, dialect: FORM as never, input: { questions: [PORT, DATABASE] } });
      await look();
      await fill(field(/port/), 'none');
      await click(button('Next'));
      await click(button('Review'));
      await look();
      await click(button('Submit answers'));
      await look();
      await fill(field(/port/), '70000');
      await look();
      await fill(field(/port/), '80');
      await look();
    },
  ],
  [
    'a failed delivery, and another attempt',
    async (look) => {
      const answers: ((value: unknown) => void)[] = [];
      ask([DATABASE], { ...STRICT, onSubmit: () => new Promise((resolve) => answers.push(resolve)) });
      await look();
      await click(radio('SQLite'));
      await click(button('Submit'));
      await look();
      answers.shift()?.({ ok: false });
      await screen.findByRole('button', { name: 'Try again' });
      await look();
      await click(button('Try again'));
      await look();
      answers.shift()?.({ ok: true });
      await screen.findByRole('heading', { name: /You answered/ });
      await look();
    },
  ],
  [
    'a card that is collapsed and expanded, also while it sends',
    async (look) => {
      const answers: ((value: unknown) => void)[] = [];
      ask([DATABASE, NAME], {
        ...STRICT,
        renderText: markdownText,
        onSubmit: () => new Promise((resolve) => answers.push(resolve)),
      });
      await look();
      await click(radio('SQLite'));
      await click(button('Collapse'));
      await look();
      await click(button('Continue'));
      await look();
      for (const name of ['Next', 'Review']) await click(button(name));
      await click(button('Submit answers'));
      await look();
      await fill(field(/name of/), 'orders');
      for (const name of ['Review', 'Submit answers', 'Collapse']) await click(button(name));
      await look();
      answers.shift()?.({ ok: false });
      await expect.poll(() => card().textContent, SOON).toMatch(/Couldn’t send|weren’t sent/);
      await look();
    },
  ],
  [
    'restored drafts that the user starts over and takes back',
    async (look) => {
      const kept: Record<string, string> = {};
      const draftStorage = {
        get: (key: string) => kept[key],
        set: (key: string, text: string) => void (kept[key] = text),
        remove: (key: string) => void delete kept[key],
      };
      ask3({ requestId: 'r1', draftStorage });
      await loaded();
      await click(radio('SQLite'));
      await loaded();
      cleanup();
      ask3({ requestId: 'r1', draftStorage });
      await screen.findByRole('button', { name: 'Start over' });
      await look();
      const restored = document.querySelector('[data-ask-user="restored"]');
      for (let times = 0; times < 3; times += 1) {
        const toggle = restored?.querySelector('button');
        if (toggle) await click(toggle);
        await look();
      }
    },
  ],
  [
    'answers to some questions, and a discussion',
    async (look) => {
      ask3({ allow: { partial: true, discuss: true } });
      await look();
      await click(radio('SQLite'));
      await click(button('Next'));
      await click(button('Next'));
      await click(button('Review'));
      await screen.findByRole('button', { name: 'Send what I have' });
      await look();
      await click(button('Discuss instead'));
      await look();
      await fill(screen.getByRole('textbox'), 'Why not all three?');
      await click(button('Send and discuss'));
      await look();
    },
  ],
  [
    'a request that the agent withdraws',
    async (look) => {
      const { update } = ask3();
      await look();
      await click(radio('Other'));
      await fill(field(/^Other/), 'DuckDB, because we have it');
      await look();
      update(THREE, { ...STRICT, result: { status: 'aborted', reason: 'The run ended.' } });
      await look();
    },
  ],
  [
    'the key hints',
    async (look) => {
      ask([DATABASE, FEATURES, NAME], { ...STRICT, focusShortcut: 'Alt+Q' });
      await look();
      await mouseClick(radio('SQLite'));
      await look();
      await press('Enter');
      await look();
      await press('Enter');
      await press('Enter');
      await look();
      button('Before').focus();
      await look();
    },
  ],
  [
    'the next request in the same card',
    async (look) => {
      const { update } = ask3({ requestId: 'r1' });
      await look();
      await click(radio('SQLite'));
      update([NAME], { ...STRICT, requestId: 'r2', asker: 'Tester' });
      await look();
      update([choices(12), FEATURES], { ...STRICT, requestId: 'r3', asker: '' });
      await look();
    },
  ],
];

describe('on a page that the browser translates [R-TRANSLATED]', () => {
  it.each(FLOWS)('nothing throws, and every text is that of its question: %s', async (_, flow) => {
    onError.mockClear();
    await expectSame(flow);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each(STATES)('each text is alone in its element: $name', async ({ questions, props, reach }) => {
    ask(questions, props);
    await loaded();
    await reach?.();
    await loaded();
    await frame();
    expect(document.querySelector('[data-ask-user="card"]')).not.toBeNull();
    expect(mixedTexts()).toEqual([]);
  });

  it('a text that changes is translated again, and one that does not change stays translated', async () => {
    ask3();
    await loaded();
    translatePage((text) => text.toUpperCase());
    const progress = () => document.querySelector('[data-ask-user="progress"]')?.textContent;
    expect([progress(), heading(/WHICH DATABASE/).textContent]).toEqual([
      '0 OF 3 ANSWERED',
      'QUESTION 1 OF 3. WHICH DATABASE SHOULD WE USE?',
    ]);
    await click(radio('OTHER'));
    await typeKeys('D');
    await expect.poll(progress, SOON).toBe('1 OF 3 ANSWERED');
    const translated = document.querySelector('[data-ask-user="progress"] font');
    await typeKeys('uckDB');
    await frame();
    expect(field(/^OTHER/)).toHaveValue('DuckDB');
    expect(document.querySelector('[data-ask-user="progress"] font')).toBe(translated);
  });

  it('the answer is the agent’s label and the user’s text, not their translation', async () => {
    const { onSubmit } = ask([DATABASE, { ...DATABASE, question: 'And later?' }], STRICT);
    await loaded();
    translatePage((text) => text.toUpperCase());
    await click(radio('SQLITE'));
    await click(button('NEXT'));
    await click(radio('OTHER'));
    await typeKeys('DuckDB\n');
    await click(button('SUBMIT ANSWERS'));
    expect(onSubmit.mock.calls.map(([, { result }]) => result)).toMatchObject([
      { status: 'answered', answers: [{ answer: 'SQLite' }, { answer: 'DuckDB' }] },
    ]);
  });

  it('a collapsed card sends an answer, although the host renders a text beside other nodes', async () => {
    const renderText = (text: string) => [text, <b key="mark">!</b>];
    const { onSubmit } = ask([NAME], { ...STRICT, renderText, onSubmit: () => new Promise(() => {}) });
    await loaded();
    translatePage();
    await fill(field(/name of/), 'orders');
    const submit = button('Submit');
    await click(button('Collapse'));
    expect(document.querySelector('[data-ask-user="collapsed-bar-text"]')?.textContent).toContain('service?!');
    await click(submit);
    await frame();
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(document.querySelector('[data-ask-user="collapsed-bar-text"]')?.textContent).toContain('Sending');
  });

  it('a text that its translation makes longer than three lines can be shown whole', async () => {
    const result = { status: 'aborted', reason: 'The first sentence.\nThe second sentence.\nThe third.' } as const;
    const request = { requestId: 'r', questions: [] };
    render(<AskUserReceipt record={toRecord(result, request, { mode: 'interactive', answeredAt: 0 })} />);
    await frame();
    expect(document.querySelectorAll('[data-clamped]')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
    translatePage((text) => text.replace('third', 'third sentence '.repeat(30)));
    expect(await screen.findByRole('button', { name: 'Show all' })).toBeVisible();
  });

  it('a page that was translated before hydration works, because React then renders it again', async () => {
    const main = document.body.appendChild(document.createElement('main'));
    onTestFinished(() => main.remove());
    const dialog = (): ReactNode => <AskUserDialog questions={THREE} asker="Builder" onError={onError} />;
    main.innerHTML = renderToString(dialog());
    translatePage((text) => text.toUpperCase());
    const onRecoverableError = vi.fn();
    render(<StrictMode>{dialog()}</StrictMode>, { container: main, hydrate: true, onRecoverableError });
    await loaded();
    await click(await screen.findByRole('radio', { name: 'SQLITE' }));
    await expect
      .poll(() => document.querySelector('[data-ask-user="progress"]')?.textContent, SOON)
      .toBe('1 OF 3 ANSWERED');
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a text that a translation must not change has translate="no" [R-TRANSLATED]', () => {
  const kept = () =>
    [...document.querySelectorAll('[translate="no"]')]
      .filter((one) => !one.matches('kbd'))
      .map((one) => one.textContent);
  const withoutChildren = (selector: string) =>
    [...document.querySelectorAll(selector)].every((one) => one.closest('[translate="no"]'));

  it.each(PREVIEWS)('a preview as %s, but not the hint that an option has none', async (_, props) => {
    ask(undefined, props);
    await loaded();
    const area = () => document.querySelector('[data-ask-user="preview-text"]');
    await click(radio('Grid'));
    expect(area()).toHaveAttribute('translate', 'no');
    await click(radio(/^Plain/));
    expect(area()).not.toHaveAttribute('translate');
  });

  it('code and destinations in Markdown, but not the words around them', async () => {
    const context =
      'Run `npm i`:\n\n```\nnpm ci\n```\n\nSee [the guide](https://example.com/a) or https://example.org/b.';
    ask([{ ...NAME, context }], { renderText: markdownText });
    await loaded();
    expect(kept()).toEqual(['npm i', 'npm ci', 'example.com', 'https://example.org/b']);
  });

  it('keys', async () => {
    ask([DATABASE], STRICT);
    await loaded();
    expect(document.querySelectorAll('kbd').length).toBeGreaterThan(4);
    expect(withoutChildren('kbd')).toBe(true);
  });

  it('what the user entered, wherever it is shown again', async () => {
    const { update } = ask([DATABASE, FEATURES], STRICT);
    await loaded();
    await click(radio('Other'));
    await typeKeys('DuckDB');
    await click(button('Add a note'));
    await fill(field(/Note/), 'only v2');
    await click(radio('SQLite'));
    expect(kept()).toEqual(['DuckDB']);
    await click(radio('Other'));
    await click(button('Next'));
    await click(checkbox('REST API'));
    await click(button('Review'));
    await loaded();
    // A label is a text of the agent, and is translated as it is at its option.
    expect(kept()).toEqual(['“DuckDB”', 'only v2']);
    update([DATABASE, FEATURES], { ...STRICT, result: { status: 'aborted', reason: 'The run ended.' } });
    await loaded();
    expect(kept()).toEqual(['DuckDB', 'only v2', 'REST API']);
  });
});
