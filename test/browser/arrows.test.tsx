import { describe, expect, it } from 'vitest';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  field,
  focused,
  heading,
  radio,
  tab,
} from '../helpers/browser/card.js';
import { hold, keyDown, keyUp, press, pressFast, repeatKey, strike, SOON } from '../helpers/browser/keys.js';
import { choices, DATABASE, FEATURES, THREE } from '../helpers/browser/questions.js';

cleanUpAfterEach();

const LABELS = ['PostgreSQL', 'SQLite', 'MongoDB', 'Other'];

/** What is chosen after each press of one key; the focus has to be there, too. */
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
      'right to left by the page around',
      { around: (card: React.ReactNode) => <div dir="rtl">{card}</div> },
      'ArrowLeft',
      'ArrowRight',
    ],
  ] as const;

  it.each(directions)('walk all options, Other included, and wrap: %s (A28)', async (_, props, forward, backward) => {
    ask([DATABASE], props);
    radio('PostgreSQL').focus();
    const onwards = ['SQLite', 'MongoDB', 'Other', 'PostgreSQL', 'SQLite'];
    const back = ['PostgreSQL', 'Other', 'MongoDB', 'SQLite', 'PostgreSQL'];
    expect(await walk('ArrowDown', 5)).toEqual(onwards);
    expect(await walk('ArrowUp', 5)).toEqual(back);
    expect(await walk(forward, 5)).toEqual(onwards);
    expect(await walk(backward, 5)).toEqual(back);
  });

  it('an arrow stops on the radio of Other; its field is the next Tab stop (A29) [R-OTHER]', async () => {
    ask([DATABASE]);
    radio('MongoDB').focus();
    await press('ArrowDown');
    expect(chosen()).toEqual(['Other']);
    expect(focused()).toBe('control Other');
    await press('Tab');
    expect(document.activeElement).toBe(field(/Your answer/));
  });

  it('Home and End choose the first and the last (A31)', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    await press('End');
    expect([chosen(), focused()]).toEqual([['Other'], 'control Other']);
    await press('Home');
    expect([chosen(), focused()]).toEqual([['PostgreSQL'], 'control PostgreSQL']);
  });

  it('PageDown and PageUp scroll and choose nothing (A31)', async () => {
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

  it('with a modifier an arrow does nothing, then or later (A30)', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    for (const modifier of ['ctrl', 'alt', 'meta'] as const) await press('ArrowDown', { [modifier]: true });
    expect([chosen(), focused()]).toEqual([[], 'control SQLite']);
    radio('MongoDB').focus();
    expect(chosen()).toEqual([]);
  });

  it('30 of 30 presses count when key down and up come in one task (A34)', () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    for (let i = 1; i <= 30; i++) {
      const event = document.activeElement && strike(document.activeElement, 'ArrowDown');
      expect(event?.defaultPrevented).toBe(true);
      expect([i, chosen()]).toEqual([i, [LABELS[i % 4]]]);
    }
  });

  it('30 of 30 real presses without a pause count (A34)', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await pressFast('ArrowDown', 30);
    expect([chosen(), focused()]).toEqual([['MongoDB'], 'control MongoDB']);
  });

  it('a held arrow walks on; let go elsewhere, it leaves nothing behind (A33)', async () => {
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

describe('a key that was meant for something else', () => {
  it('an arrow held outside chooses nothing when the focus is put on a radio (A35) [R-NOPHANTOM]', async () => {
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

  it('an arrow held on a tab chooses nothing when the focus is put on a radio (A35) [R-NOPHANTOM]', async () => {
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

  it('on a heading ArrowDown goes to the options and chooses nothing, held or not [R-NOPHANTOM]', async () => {
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

  it('on a heading ArrowDown goes to what is chosen', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await press('End');
    heading(/Which database/).focus();
    await press('ArrowDown');
    expect([chosen(), focused()]).toEqual([['Other'], 'control Other']);
  });

  it('Space on a heading scrolls the page (A55)', async () => {
    const tall = (card: React.ReactNode) => <div style={{ minHeight: '300vh' }}>{card}</div>;
    ask([DATABASE], { around: tall });
    heading(/Which database/).focus();
    await press(' ');
    await expect.poll(() => window.scrollY, SOON).toBeGreaterThan(0);
    expect(chosen()).toEqual([]);
    window.scrollTo(0, 0);
  });
});

describe('checkboxes', () => {
  it('up and down move without toggling, and wrap', async () => {
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

  it('left and right are left alone', async () => {
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
  ] as const)('%s: arrows show the next tab, wrap, and stay on it [R-TABS]', async (dir, forward, backward) => {
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

  it('up and down are left alone', async () => {
    ask(THREE);
    tab(/Database/).focus();
    await press('ArrowDown');
    expect(focused()).toBe('tab Database');
    expect(chosen()).toEqual([]);
  });
});
