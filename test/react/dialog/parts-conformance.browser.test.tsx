import { act, render } from '@testing-library/react';
import { Component, createElement, createRef, StrictMode, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useAsk, type AskUserContextValue } from '../../../src/react/dialog/context.js';
import { AskUser } from '../../../src/react/index.js';
import { cleanUpAfterEach, frame } from '../../helpers/browser/card.js';
import { SOON } from '../../helpers/browser/keys.js';
import { AroundPart, partOf, PARTS, type PartKey, type PartRow } from '../../helpers/browser/parts.js';

cleanUpAfterEach();

const ROWS = Object.entries(PARTS) as [PartKey, PartRow][];
const IT = 'the-part';

let ask: AskUserContextValue;
function Peek({ tell }: { tell: (value: AskUserContextValue) => void }) {
  tell(useAsk());
  return null;
}

type Props = Readonly<Record<string, unknown>>;

async function draw(name: PartKey, given: Props = {}, strict = false) {
  const { at, props, reach } = PARTS[name];
  const page = (more: Props = {}) => {
    const element = createElement(partOf(name), { ...props, id: IT, ...given, ...more });
    const all = <AroundPart at={at} it={element} more={<Peek tell={(value) => void (ask = value)} />} />;
    return strict ? <StrictMode>{all}</StrictMode> : all;
  };
  const view = render(page());
  if (reach) await act(async () => reach(ask));
  const it = () => document.getElementById(IT);
  await expect.poll(it, SOON).toBeTruthy();
  return { ...view, it: it()!, update: (more: Props) => view.rerender(page(more)) };
}

/** Everything that a part can change. */
const seen = (element: HTMLElement) => {
  const { phase, active, drafts, error, missing } = ask.store.getState();
  const collapsed = document.querySelector('[data-collapsed]') !== null;
  const scrolled = document.querySelector('[data-ask-user="scroller"]')?.scrollTop;
  return JSON.stringify({ phase, active, drafts, error, missing, collapsed, scrolled, there: element.isConnected });
};

it('the table contains every part', () => {
  expect(Object.keys(PARTS).sort()).toEqual(
    Object.keys(AskUser)
      .filter((name) => name !== 'Root')
      .sort(),
  );
});

describe.each(ROWS)('AskUser.%s', (name, { element, part }) => {
  it('renders one element with its tag and its name', async () => {
    const { it } = await draw(name);
    expect([it.tagName, it.getAttribute('data-ask-user')]).toEqual([element, part]);
  });

  it('passes its element once to an object ref and to a function ref', async () => {
    const object = createRef<HTMLElement>();
    const first = await draw(name, { ref: object });
    expect(object.current).toBe(first.it);
    first.unmount();
    expect(object.current).toBe(null);
    const calls = vi.fn();
    const { it, update, unmount } = await draw(name, { ref: calls });
    update({ title: 'new' });
    expect(calls.mock.calls.map(([given]) => given)).toEqual([it]);
    unmount();
    expect(calls.mock.lastCall?.[0]).toBe(null);
  });

  it('passes class, style, data-*, aria-*, title and handlers to its element, and updates them', async () => {
    const enter = vi.fn();
    const given = {
      className: 'mine',
      style: { color: 'rgb(1, 2, 3)' },
      'data-mine': 'yes',
      'aria-roledescription': 'own',
      title: 'T',
      onPointerEnter: enter,
    };
    const { it, update } = await draw(name, given);
    expect([it.className, it.style.color, it.dataset.mine, it.getAttribute('aria-roledescription'), it.title]).toEqual([
      `au-${part} mine`,
      'rgb(1, 2, 3)',
      'yes',
      'own',
      'T',
    ]);
    it.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    // The real pointer may be over the element as well.
    expect(enter).toHaveBeenCalled();
    update({ title: 'new' });
    expect(it.title).toBe('new');
  });

  it('keeps its style with a class of the host, whose rule for it applies, too [R-HOSTCSS]', async () => {
    const host = document.createElement('style');
    host.textContent = '.mine[data-ask-user] { accent-color: rgb(1, 2, 3); }';
    document.head.append(host);
    try {
      const plain = await draw(name);
      // In WebKit, a script fits a field to its text in a later frame.
      for (const _ of [1, 2, 3]) await frame();
      const before = styleOf(plain.it);
      plain.unmount();
      const { it } = await draw(name, { className: 'mine' });
      expect(getComputedStyle(it).accentColor).toBe('rgb(1, 2, 3)');
      await expect.poll(() => styleOf(it)).toBe(before);
    } finally {
      host.remove();
    }
  });

  it('renders the same in StrictMode, and leaves nothing behind', async () => {
    const plain = await draw(name);
    // In WebKit, a script fits a field to its text in a later frame.
    for (const _ of [1, 2, 3]) await frame();
    const html = comparable(plain.container);
    plain.unmount();
    expect([plain.container.innerHTML, document.querySelector('[data-ask-user]')]).toEqual(['', null]);
    const strict = await draw(name, {}, true);
    await expect.poll(() => comparable(strict.container), SOON).toBe(html);
    strict.unmount();
    expect(strict.container.innerHTML).toBe('');
  });
});

const ANSWERING = ROWS.flatMap(([name, { answers }]) => (answers ? [[name, ...answers] as const] : []));

it.each(ANSWERING)(
  'AskUser.%s calls the host’s %s first, and its handler unless the host prevents that',
  async (name, handler, fire) => {
    let before = '';
    const host = vi.fn(() => (before = seen(document.getElementById(IT)!)));
    const { it, unmount } = await draw(name, { [handler]: host });
    const start = seen(it);
    await act(async () => fire(it));
    expect(host).toHaveBeenCalledOnce();
    expect(before).toBe(start);
    await expect.poll(() => seen(it), SOON).not.toBe(start);
    unmount();

    const prevented = await draw(name, { [handler]: (event: Event) => event.preventDefault() });
    const was = seen(prevented.it);
    await act(async () => fire(prevented.it));
    await frame();
    expect(seen(prevented.it)).toBe(was);
  },
);

const LENDING = ROWS.flatMap(([name, { asChild, part, answers }]) =>
  asChild ? [[name, asChild, part, answers?.[1]] as const] : [],
);

it.each(LENDING)('AskUser.%s with asChild renders a <%s> of the host', async (name, element, part, fire) => {
  const own = createElement(element, { className: 'own', 'data-own': '' }, 'Own');
  const { it } = await draw(name, { asChild: true, children: own, className: 'mine' });
  expect([it.localName, it.dataset.own, it.dataset.askUser, it.textContent]).toEqual([element, '', part, 'Own']);
  expect([...it.classList].sort()).toEqual([`au-${part}`, 'mine', 'own']);
  const start = seen(it);
  await act(async () => fire?.(it));
  expect(seen(it) === start).toBe(fire === undefined);
});

it.each(ROWS)('AskUser.%s throws with advice outside its root, if it needs one', (name, { props, free }) => {
  const caught: unknown[] = [];
  render(<Boundary onError={(error) => caught.push(error)}>{createElement(partOf(name), props)}</Boundary>, {
    onCaughtError: () => {},
  });
  const advice = /A part was rendered outside of <AskUser\.(Root|Question)>.* Put it inside/;
  // Parts that need no request render anywhere.
  expect(caught.map((error) => advice.test(String(error)))).toEqual(free ? [] : [true]);
});

/** Returns the HTML without generated IDs, and without announcements, which appear with a delay. */
const comparable = ({ innerHTML }: Element) =>
  innerHTML.replace(/(_r_\w+_|:r\w+:|radix-[^"-]*)/g, 'id').replace(/(?<=role="(?:status|alert)">)<p>.*?<\/p>/g, '');

/** Everything that a stylesheet can set, except for what the rule of the host sets. */
function styleOf(element: Element): string {
  const style = getComputedStyle(element);
  const names = [...style].filter((name) => name !== 'accent-color' && !name.startsWith('--'));
  return names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('\n');
}

class Boundary extends Component<{ children: ReactNode; onError: (error: unknown) => void }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
