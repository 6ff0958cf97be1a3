import { render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { ask, button, card, cleanUpAfterEach, click, frame, radio } from '../../helpers/browser/card.js';
import { press } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { NAME } from '../../helpers/browser/questions.js';
import {
  AskUser,
  AskUserAnnouncer,
  AskUserDialog,
  type AskUserRequest,
  type Question,
  type QuestionInput,
} from '../../../src/react/index.js';

cleanUpAfterEach();

const TABLE = '| Name | Words |\n| --- | --- |\n| a | b |';
const LONG_LINE = `\`\`\`ts\n${'const x = 1; '.repeat(60)}\n\`\`\``;

const QUESTION: QuestionInput = {
  question: 'Use **this** `file`, see [the guide](https://example.com/guide)?',
  context: `- one\n- two\n\n${LONG_LINE}\n\n${TABLE}`,
  options: ['Yes', 'No'],
};

const markdown = { renderText: markdownText, renderPreview: markdownPreview };
/** Returns a request with Markdown previews. */
const markdownRequest = (options: Question['options']): AskUserRequest => ({
  requestId: 'r',
  questions: [{ id: 'q', question: 'Which plan?', options, multiSelect: false }],
  previewFormat: 'markdown',
});

const inside = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)];

/** URLs that the page has requested. */
const requested = () => performance.getEntriesByType('resource').map(({ name }) => name);

describe('Markdown in a question', () => {
  it('is rendered as a heading with inline elements, and as lists, code and tables below [R-MARKDOWN]', () => {
    ask([QUESTION], markdown);
    const heading = screen.getByRole('heading', { name: 'Use this file, see the guide (example.com)?' });
    expect(within(heading).getByText('this').tagName).toBe('STRONG');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two']);
    expect(screen.getByRole('columnheader', { name: 'Words' })).toBeVisible();
    // Only the card adds headings to the outline.
    expect(screen.getAllByRole('heading')).toHaveLength(2);
  });

  it('is reached by Tab before the options, and its code scrolls by key [R-MARKDOWN]', async () => {
    await page.viewport(600, 700);
    ask([QUESTION], markdown);
    screen.getByRole('button', { name: 'Before' }).focus();
    const stops: string[] = [];
    while (!document.activeElement?.matches('[role="radio"]')) {
      await press('Tab');
      stops.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    }
    expect(stops.slice(-4, -1)).toEqual(['the guide (example.com)', 'ts', 'Name, Words']);
    const code = screen.getByRole('group', { name: 'ts' });
    expect(code.scrollWidth).toBeGreaterThan(code.clientWidth);
    expect(card().scrollWidth).toBe(card().clientWidth);
    code.focus();
    await press('ArrowRight');
    await expect.poll(() => code.scrollLeft).toBeGreaterThan(0);
    expect(radio('Yes')).not.toBeChecked();
  });

  it('leaves Enter on a link to the link, and digits to the options [R-MARKDOWN]', async () => {
    const { onSubmit } = ask([QUESTION], markdown);
    const link = screen.getByRole('link');
    const followed: string[] = [];
    link.addEventListener('click', (event) => {
      event.preventDefault();
      followed.push((event.currentTarget as HTMLAnchorElement).href);
    });
    link.focus();
    await press('Enter');
    expect(followed).toEqual(['https://example.com/guide']);
    link.focus();
    await press('2');
    expect(radio('No')).toBeChecked();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('has no axe violations [R-MARKDOWN]', async () => {
    ask([QUESTION], markdown);
    const { violations } = await axe.run(card());
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

describe('names with a Markdown question', () => {
  const PLAIN = 'Use this file, see the guide (example.com)?';
  const named = async (role: string) =>
    (await accessibilityTree()).filter((node) => node.role === role).map(({ name }) => name);

  it.each(['inline', 'modal'] as const)(
    'contain no marks in the card (%s), expanded and collapsed [R-MARKDOWN]',
    async (presentation) => {
      ask([QUESTION], { ...markdown, asker: 'Builder', presentation });
      const role = presentation === 'modal' ? 'dialog' : 'region';
      expect(await named(role)).toEqual([`Question from Builder ${PLAIN}`]);
      await click(button('Collapse'));
      // Chromium adds spaces around the elements of hidden text.
      expect((await named(role)).map((name) => name.replace(/(?<=\() | (?=[)?])/g, ''))).toEqual([
        `Question from Builder ${PLAIN}`,
      ]);
      const bar = inside('[data-ask-user="collapsed-bar-text"]').find((one) => one.checkVisibility());
      expect(bar?.textContent).toBe(`Builder${PLAIN}`);
      expect(bar?.querySelector('strong')?.textContent).toBe('this');
    },
  );

  it('contain no marks in the buttons of Review [R-MARKDOWN]', async () => {
    ask([{ ...QUESTION, id: 'a' }, { ...QUESTION, id: 'b', header: 'Guide' }, NAME], markdown);
    await mouseClick(screen.getByRole('tab', { name: /^Review/ }));
    const buttons = (await named('button')).filter((name) => name.startsWith('Answer '));
    expect(buttons).toEqual([`Answer ${PLAIN}`, 'Answer Guide', expect.stringMatching(/^Answer /)]);
    await mouseClick(screen.getByRole('tab', { name: 'Question 1' }));
    await click(radio('Yes'));
    await mouseClick(screen.getByRole('tab', { name: /^Review/ }));
    expect(await named('button')).toContain(`Change ${PLAIN}`);
  });

  it('contain no marks in the announcement [R-MARKDOWN]', async () => {
    render(
      <AskUserAnnouncer>
        <AskUserDialog questions={[QUESTION]} asker="Builder" {...markdown} />
      </AskUserAnnouncer>,
    );
    const said: string[] = [];
    const regions = new MutationObserver(() => said.push(...inside('[role="status"]').map((one) => one.textContent)));
    regions.observe(document.body, { childList: true, characterData: true, subtree: true });
    onTestFinished(() => regions.disconnect());
    await expect.poll(() => said.find((text) => text.includes('Use'))).toMatch(`: ${PLAIN}`);
  });

  it('are shortened for a long question, and contain the source without a renderer [R-MARKDOWN]', async () => {
    const { update } = ask([{ ...QUESTION, question: `${'Which **one**? '.repeat(40)}` }], {
      ...markdown,
      asker: 'Builder',
    });
    const [long = ''] = await named('region');
    expect(long).toMatch(/^Question from Builder: Which .*…$/);
    expect(long.length).toBeLessThan(180);
    update([{ question: 'Which **one**?' }], { renderText: undefined });
    await expect.poll(() => named('region')).toEqual(['Question from Builder: Which **one**?']);
  });

  it('are replaced by the name that a host gives the card [R-MARKDOWN]', async () => {
    ask([QUESTION], { ...markdown, 'aria-label': 'Ask' });
    expect(await named('region')).toEqual(['Ask']);
  });

  it('come from `Card` if a composition has neither title nor question [R-MARKDOWN]', async () => {
    render(
      <AskUser.Root questions={[QUESTION]} asker="Builder" renderText={markdownText}>
        <AskUser.Card />
      </AskUser.Root>,
    );
    expect(await named('region')).toEqual([expect.stringMatching(/^Question from Builder: Use/)]);
  });
});

describe('Markdown that streams', () => {
  it('moves no complete block while more text arrives [R-MARKDOWN]', async () => {
    const source = `Words **first**.\n\n- one\n- two\n\nText\n- item\n\n> quote\n\n\`\`\`ts\ncode\n\`\`\`\n\nAfter.`;
    const tops = () =>
      inside('[data-ask-user="markdown"] > *').map((block) => [
        block.tagName,
        Math.round(block.getBoundingClientRect().top),
      ]);
    const written = (length: number) => [{ ...QUESTION, question: 'Which?', context: source.slice(0, length) }];
    const { update } = ask(written(1), { ...markdown, requestId: 'r', streaming: true });
    let before: unknown[][] = [];
    for (let length = 1; length <= source.length; length++) {
      update([...written(length), { question: 'Later' }]);
      await frame();
      const now = tops();
      // The last block is still being written.
      expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
      before = now;
    }
    expect(before.map(([tag]) => tag)).toEqual(['P', 'UL', 'P', 'UL', 'BLOCKQUOTE', 'PRE', 'P']);
  });
});

describe('a preview', () => {
  const OPTIONS = [{ label: 'Small', preview: `# Plan\n\n1. **First**\n\n${TABLE}` }, { label: 'Large' }];
  const pane = () => screen.getByRole('group', { name: 'Preview of “Small”' });

  it('in Markdown is rendered, and its keys stay with the card [R-MARKDOWN]', async () => {
    ask(undefined, { ...markdown, request: markdownRequest(OPTIONS) });
    await click(radio('Small'));
    expect(within(pane()).getByRole('listitem').textContent).toBe('First');
    expect(within(pane()).getByRole('table')).toBeVisible();
    within(pane()).getByRole('group', { name: 'Name, Words' }).focus();
    await press('2');
    expect(radio('Large')).toBeChecked();
  });

  it('in another format is shown as without a renderer [R-MARKDOWN]', async () => {
    ask([{ question: 'Which plan?', options: [{ label: 'Small', preview: '**not** Markdown' }, 'Large'] }], markdown);
    await click(radio('Small'));
    expect(within(pane()).getByText('**not** Markdown')).toBeVisible();
  });
});

describe('hostile Markdown', () => {
  const ATTACKS = [
    '![x](https://evil.invalid/image)',
    '<img src="https://evil.invalid/html"> <script src="https://evil.invalid/script"></script>',
    '<iframe src="https://evil.invalid/frame"></iframe><link rel="stylesheet" href="https://evil.invalid/style">',
    '[Submit](javascript:window.attacked=1) <javascript:window.attacked=1> [a](//evil.invalid) [b](\\\\evil.invalid)',
    '<details open ontoggle="window.attacked=1">x</details> <!-- comment -->',
    '[x]: https://evil.invalid/reference\n\n![x] ![y][x]',
    '| ![x](https://evil.invalid/table) |\n| --- |\n| <img src=https://evil.invalid/cell> |',
    '&lt;img src=x onerror=window.attacked=1&gt; &#60;script&#62;',
  ];

  it.each(ATTACKS)('sends no request and runs no script: %j [R-MARKDOWN]', async (attack) => {
    const options = [{ label: attack, description: attack, preview: attack }, { label: 'No' }];
    const seen = requested().length;
    ask(undefined, { ...markdown, request: markdownRequest(options) });
    ask([{ question: attack, context: attack, options: ['Yes', 'No'] }], { ...markdown, requestId: 'other' });
    await click(screen.getAllByRole('radio')[0]!);
    await frame();
    expect(inside('img, script, iframe, link, details, style, object')).toEqual([]);
    expect(inside('a').filter((link) => !/^https:\/\/|^mailto:/.test(link.getAttribute('href') ?? ''))).toEqual([]);
    expect(
      requested()
        .slice(seen)
        .filter((address) => address.includes('evil')),
    ).toEqual([]);
    expect('attacked' in window).toBe(false);
  });

  it('is shown as written in labels and descriptions [R-MARKDOWN]', () => {
    ask([{ question: 'Which?', options: [{ label: '# a | **b**', description: '> c\n- d' }] }], markdown);
    expect(radio('# a | **b**')).toBeVisible();
    expect(inside('[data-ask-user="options"] :is(strong, ul, blockquote, table)')).toEqual([]);
  });
});
