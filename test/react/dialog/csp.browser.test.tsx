import { fireEvent, render, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';
import {
  AskUserOptions,
  AskUserQuestion,
  AskUserQuestions,
  AskUserRoot,
  AskUserTabList,
} from '../../../src/react/parts.js';
import { cleanUpAfterEach, frame } from '../../helpers/browser/card.js';
import { DATABASE, FEATURES, THREE } from '../../helpers/browser/questions.js';
import { FORM } from '../../helpers/browser/rules.js';
import type { AskUserDialogProps } from '../../../src/react/index.js';

afterEach(() => document.querySelectorAll('main, iframe').forEach((one) => one.remove()));
cleanUpAfterEach();

// In a frame without a URL, Firefox matches `'self'` with no origin.
const STRICT = `default-src 'none'; script-src 'self'; style-src ${location.origin}; form-action 'none'; base-uri 'none'`;

/** Creates a page under a policy without inline styles, scripts or images, and records what the policy refuses. */
async function strictPage(stylesheet = ''): Promise<{ page: Document; refused: string[] }> {
  const iframe = document.createElement('iframe');
  iframe.srcdoc = `<!doctype html><title>Chat</title><meta http-equiv="Content-Security-Policy" content="${STRICT}">${stylesheet}<main></main>`;
  const loaded = new Promise((resolve) => iframe.addEventListener('load', resolve, { once: true }));
  document.body.append(iframe);
  await loaded;
  const page = iframe.contentDocument ?? document;
  const refused: string[] = [];
  page.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
    refused.push([violatedDirective, sourceFile, sample].join(' ')),
  );
  return { page, refused };
}

const dialog = (props: Partial<AskUserDialogProps> = {}) => (
  <AskUserDialog requestId="r" questions={THREE} {...props} />
);

describe('a card under a strict content security policy', () => {
  it('renders, is answered and settles without a violation (A107)', async () => {
    const onSubmit = vi.fn();
    const { page, refused } = await strictPage();
    const main = page.querySelector('main') ?? document.body;
    render(dialog({ questions: [DATABASE, FEATURES], onSubmit }), { container: main });
    const card = within(main);
    const press = (name: string, role = 'button') => fireEvent.click(card.getByRole(role, { name }));
    press('Other', 'radio');
    fireEvent.change(card.getByRole('textbox'), { target: { value: 'mine' } });
    press('Add a note');
    press('Next');
    press('REST API', 'checkbox');
    press('Cancel');
    press('Keep answering');
    press('Review');
    press('Submit answers');
    await frame();
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(main.textContent).toContain('You answered');
    expect(refused).toEqual([]);
    // Check that a violation would have been recorded.
    main.append(page.createElement('style'));
    page.querySelector('style')?.append('p { color: red }');
    await expect.poll(() => refused.length).toBeGreaterThan(0);
  });
});

describe('a server-rendered card', () => {
  it('has the same ids and visible text after hydration, and causes no hydration error (A15)', () => {
    const main = document.body.appendChild(document.createElement('main'));
    main.innerHTML = renderToString(dialog({ headingLevel: 2 }));
    const ids = () => [...main.querySelectorAll('[id]')].map(({ id }) => id);
    const shown = () =>
      [...main.querySelectorAll('h2, h3, p, button')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.textContent);
    const before = { ids: ids(), shown: shown() };
    expect(before.shown.filter(Boolean)).toEqual([
      '3 questions from Assistant',
      'Database',
      'Features',
      'Name',
      'Review',
      'Question 1 of 3. Which database should we use?',
      'Choose one option.',
      'Add a note',
      'Cancel',
      'Next',
    ]);
    const panels = [...main.querySelectorAll<HTMLElement>('[role="tabpanel"]')].map(({ hidden }) => hidden);
    expect(panels).toEqual([false, true, true, true]);
    const onRecoverableError = vi.fn();
    render(dialog({ headingLevel: 2 }), { container: main, hydrate: true, onRecoverableError });
    expect({ ids: ids(), shown: shown() }).toEqual(before);
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(main.contains(document.activeElement)).toBe(false);
  });

  it.each(['inline', 'modal', 'dock'] as const)('contains no inline style and no form input: %s (A107)', (kind) => {
    const page = document.createElement('div');
    const previews = { question: 'Which layout?', options: [{ label: 'Grid', preview: 'a grid' }, 'List'] };
    page.innerHTML = renderToString(dialog({ presentation: kind, questions: [...THREE, previews] }));
    expect(page.querySelector('[role=radiogroup]')).not.toBeNull();
    expect([...page.querySelectorAll('[style], input')].map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

  it('masks a secret, although the inline style of its field is refused (A107)', async () => {
    const { page } = await strictPage('<link rel="stylesheet" href="/src/styles/index.css?direct">');
    const main = page.querySelector('main') ?? document.body;
    const input = { questions: [{ question: 'Which key?', rules: { secret: true } }] };
    main.innerHTML = renderToString(<AskUserDialog requestId="r" dialect={FORM} input={input} />);
    const field = main.querySelector('textarea') ?? main;
    const masked = () => page.defaultView?.getComputedStyle(field).getPropertyValue('-webkit-text-security');
    await expect.poll(masked).toBe('disc');
  });

  it('keeps the host’s styles of a part (A107)', () => {
    const html = renderToString(
      <AskUserRoot questions={[DATABASE, FEATURES]}>
        <AskUserQuestions>
          <AskUserTabList style={{ gap: 4 }} />
          <AskUserQuestion index={0}>
            <AskUserOptions style={{ gap: 8 }} />
          </AskUserQuestion>
        </AskUserQuestions>
      </AskUserRoot>,
    );
    expect([...html.matchAll(/<div[^>]* style="([^"]*)"/g)].map(([, style]) => style)).toEqual(['gap:4px', 'gap:8px']);
  });
});
