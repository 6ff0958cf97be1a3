import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { hold, keyDown, keyUp, press, pressFast, repeatKey, strike, SOON } from '../../helpers/browser/keys.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LABELS = ['PostgreSQL', 'SQLite', 'MongoDB', 'Other'];

/** Returns the selected option after each press of one key, and checks that the option has focus. */
async function walk(key: string, presses: number): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < presses; i++) {
    await press(key);
    seen.push(chosen().join());
    expect(focused()).toBe(`control ${seen.at(-1)}`);
  }
  return seen;
}

describe('radios', () => {
  const directions = [
    ['left to right', { dir: 'ltr' }, 'ArrowRight', 'ArrowLeft'],
    ['right to left', { dir: 'rtl' }, 'ArrowLeft', 'ArrowRight'],
    [
      'right to left as set by the page',
      { around: (card: React.ReactNode) => <div dir="rtl">{card}</div> },
      'ArrowLeft',
      'ArrowRight',
    ],
  ] as const;

  it.each(directions)('reach all options and Other, and wrap: %s (A28)', async (_, props, forward, backward) => {
    ask([DATABASE], props);
    radio('PostgreSQL').focus();
    const onwards = ['SQLite', 'MongoDB', 'Other', 'PostgreSQL', 'SQLite'];
    const back = ['PostgreSQL', 'Other', 'MongoDB', 'SQLite', 'PostgreSQL'];
    expect(await walk('ArrowDown', 5)).toEqual(onwards);
    expect(await walk('ArrowUp', 5)).toEqual(back);
    expect(await walk(forward, 5)).toEqual(onwards);
    expect(await walk(backward, 5)).toEqual(back);
  });

  it('stop on Other by arrow, and Tab leads into its field (A29) [R-OTHER]', async () => {
    ask([DATABASE]);
    radio('MongoDB').focus();
    await press('ArrowDown');
    expect(chosen()).toEqual(['Other']);
    expect(focused()).toBe('control Other');
    await press('Tab');
    expect(document.activeElement).toBe(field(/Your answer/));
  });

  it('select the first and the last option on Home and End (A31)', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    await press('End');
    expect([chosen(), focused()]).toEqual([['Other'], 'control Other']);
    await press('Home');
    expect([chosen(), focused()]).toEqual([['PostgreSQL'], 'control PostgreSQL']);
  });

  it('scroll on PageDown and PageUp and keep the selection (A31)', async () => {
    const { container } = ask([choices(40)]);
    const scroller = container.querySelector('[data-ask-user="scroller"]');
    const scrolled = () => (scroller?.scrollTop ?? 0) + window.scrollY;
    radio('Choice 1').focus();
    await press('ArrowDown');
    expect(scrolled()).toBe(0);
    await press('PageDown');
    await expect.poll(scrolled, SOON).toBeGreaterThan(0);
    expect([chosen(), focused()]).toEqual([['Choice 2'], 'control Choice 2']);
    await press('PageUp');
    await expect.poll(scrolled, SOON).toBe(0);
    expect([chosen(), focused()]).toEqual([['Choice 2'], 'control Choice 2']);
  });

  it('ignore an arrow with a modifier, also at the next focus change (A30)', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    for (const modifier of ['ctrl', 'alt', 'meta'] as const) await press('ArrowDown', { [modifier]: true });
    expect([chosen(), focused()]).toEqual([[], 'control SQLite']);
    radio('MongoDB').focus();
    expect(chosen()).toEqual([]);
  });

  it('count 30 of 30 presses whose keydown and keyup come in one task (A34)', () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    for (let i = 1; i <= 30; i++) {
      const event = document.activeElement && strike(document.activeElement, 'ArrowDown');
      expect(event?.defaultPrevented).toBe(true);
      expect([i, chosen()]).toEqual([i, [LABELS[i % 4]]]);
    }
  });

  it('count 30 of 30 real presses without a pause (A34)', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await pressFast('ArrowDown', 30);
    expect([chosen(), focused()]).toEqual([['MongoDB'], 'control MongoDB']);
  });

  it('follow a held arrow, and ignore it after a keyup elsewhere (A33)', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await hold('ArrowDown', 5);
    expect([chosen(), focused()]).toEqual([['MongoDB'], 'control MongoDB']);
    button('Before').focus();
    await keyUp('ArrowDown');
    radio('SQLite').focus();
    await press('Shift');
    expect(chosen()).toEqual(['MongoDB']);
  });
});

describe('a key pressed outside the options', () => {
  it('selects nothing if it is an arrow held while focus moves to a radio (A35) [R-NOPHANTOM]', async () => {
    ask([DATABASE]);
    button('Before').focus();
    await keyDown('ArrowDown');
    radio('MongoDB').focus();
    for (let i = 0; i < 4; i++) await repeatKey('ArrowDown');
    expect([chosen(), focused()]).toEqual([[], 'control MongoDB']);
    await keyUp('ArrowDown');
    expect(chosen()).toEqual([]);
    await press('ArrowUp');
    expect(chosen()).toEqual(['SQLite']);
  });

  it('selects nothing if it is an arrow held on a tab while focus moves to a radio (A35) [R-NOPHANTOM]', async () => {
    ask(THREE);
    tab(/Name/).focus();
    await press('ArrowLeft');
    await expect.poll(focused, SOON).toMatch(/^tab Features/);
    await keyDown('ArrowLeft');
    await expect.poll(focused, SOON).toMatch(/^tab Database/);
    radio('MongoDB').focus();
    for (let i = 0; i < 4; i++) await repeatKey('ArrowLeft');
    await keyUp('ArrowLeft');
    expect([chosen(), focused()]).toEqual([[], 'control MongoDB']);
  });

  it('moves focus from a heading to the options by ArrowDown, and selects nothing, held or not [R-NOPHANTOM]', async () => {
    ask([DATABASE]);
    heading(/Which database/).focus();
    await press('ArrowDown');
    expect([chosen(), focused()]).toEqual([[], 'control PostgreSQL']);
    heading(/Which database/).focus();
    await hold('ArrowDown', 6);
    expect([chosen(), focused()]).toEqual([[], 'control PostgreSQL']);
    await keyUp('ArrowDown');
    await press('ArrowDown');
    expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
  });

  it('moves focus from a heading to the selected option by ArrowDown', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await press('End');
    heading(/Which database/).focus();
    await press('ArrowDown');
    expect([chosen(), focused()]).toEqual([['Other'], 'control Other']);
  });

  it('scrolls the page by Space on a heading (A55)', async () => {
    const tall = (card: React.ReactNode) => <div style={{ minHeight: '300vh' }}>{card}</div>;
    ask([DATABASE], { around: tall });
    heading(/Which database/).focus();
    // WebKit scrolls only what it has laid out.
    await frame();
    await press(' ');
    await expect.poll(() => window.scrollY, SOON).toBeGreaterThan(0);
    expect(chosen()).toEqual([]);
    window.scrollTo(0, 0);
  });
});

describe('checkboxes', () => {
  it('move focus by up and down without toggling, and wrap', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    const seen: string[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await press(key);
      seen.push(focused());
    }
    const names = ['REST API', 'Admin pages', 'Other', 'Accounts', 'Other', 'Admin pages'];
    expect(seen).toEqual(names.map((name) => `control ${name}`));
    expect(chosen()).toEqual([]);
  });

  it('ignore left and right', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    await press('ArrowRight');
    await press('ArrowLeft');
    expect([chosen(), focused()]).toEqual([[], 'control Accounts']);
  });
});

describe('tabs', () => {
  it.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ] as const)('are shown by arrow, wrap, and keep focus in %s [R-TABS]', async (dir, forward, backward) => {
    ask(THREE, { dir });
    tab(/Database/).focus();
    const seen: string[] = [];
    for (const key of [forward, forward, forward, forward, backward, 'Home', 'End']) {
      await press(key);
      expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
      seen.push(focused().replace(/,.*/, ''));
    }
    const names = ['Features', 'Name', 'Review', 'Database', 'Review', 'Database', 'Review'];
    expect(seen).toEqual(names.map((name) => `tab ${name}`));
    expect(heading('Check your answers')).toBeDefined();
  });

  it('ignore up and down', async () => {
    ask(THREE);
    tab(/Database/).focus();
    await press('ArrowDown');
    expect(focused()).toBe('tab Database');
    expect(chosen()).toEqual([]);
  });
});

describe('while answers are being sent, an arrow', () => {
  const sending = { onSubmit: () => new Promise(() => {}), allow: { skip: true } };

  it('on a radio neither selects nor moves focus [R-ASYNC]', async () => {
    ask([DATABASE], sending);
    radio('SQLite').focus();
    await press(' ');
    await press('Enter');
    await screen.findByRole('button', { name: 'Sending…' });
    radio('SQLite').focus();
    await press('ArrowDown');
    await frame();
    expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
  });

  it('on a tab neither shows another question nor moves focus [R-ASYNC]', async () => {
    ask([DATABASE, NAME], sending);
    await click(button('Skip'));
    await click(button('Skip'));
    await click(button('Submit answers'));
    await screen.findByRole('button', { name: 'Sending…' });
    tab(/Review/).focus();
    await press('ArrowLeft');
    await frame();
    expect(focused()).toContain('tab Review');
  });
});
