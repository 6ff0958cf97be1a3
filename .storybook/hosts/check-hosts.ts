import { hosts, isWhole, type Host } from './sheets.js';

interface Finished {
  id: string;
  canvasElement: HTMLElement;
}

const COMPUTED = [
  'color',
  'background-color',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
  'outline-color',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-align',
  'text-transform',
  'white-space',
  'opacity',
  'box-shadow',
];
const PSEUDO = ['color', 'background-color', 'border-top-color', 'width', 'height', 'margin-left', 'content'];

const NAME = 'data-ask-user';
/** Names an element in a message. */
const describe = (element: Element) =>
  `${element.getAttribute(NAME) || element.localName} “${element.textContent.slice(0, 30)}”`;

/** Returns the look of each part of the cards: its box within its card, and its colors. */
function look(): Map<Element, string> {
  const looks = new Map<Element, string>();
  for (const card of document.querySelectorAll(`[${NAME}='card']`)) {
    const from = card.getBoundingClientRect();
    for (const part of [card, ...card.querySelectorAll(`[${NAME}]`)]) {
      const { left, top, width, height } = part.getBoundingClientRect();
      if (width === 0) continue;
      const style = getComputedStyle(part);
      const facts = [left - from.left, top - from.top, width, height].map((length) => Math.round(length * 10) / 10);
      const drawn = ['::before', '::after'].map((pseudo) => {
        const own = getComputedStyle(part, pseudo);
        return own.content === 'none' ? '' : PSEUDO.map((name) => own.getPropertyValue(name)).join(' ');
      });
      looks.set(
        part,
        [facts.join(' '), ...COMPUTED.map((name) => `${name}: ${style.getPropertyValue(name)}`), ...drawn].join('; '),
      );
    }
  }
  return looks;
}

/** Returns what looks different, by part. */
function differences(bare: Map<Element, string>, hosted: Map<Element, string>, { except }: Host): string[] {
  return [...bare].flatMap(([part, was]) => {
    const is = hosted.get(part) ?? '';
    if (is === was || (except && part.matches(except.parts))) return [];
    const [before, after] = [was.split('; '), is.split('; ')];
    const only = (facts: readonly string[], others: readonly string[]) =>
      facts.filter((fact, at) => fact !== others[at]).join('; ');
    return `${describe(part)}: ${only(after, before)} in place of ${only(before, after)}`;
  });
}

/** Fixes the space around each card, which depends on the host. Returns the styles to restore. */
function pin(canvas: HTMLElement): Map<HTMLElement, string> {
  const page = document.documentElement;
  const around = new Map([[page, page.style.cssText]]);
  // Not around a card in a receipt, which is part of the receipt.
  for (const card of canvas.querySelectorAll(`[${NAME}='card']:not([${NAME}='card'] *)`)) {
    for (let one = card.parentElement; one && one !== document.body; one = one.parentElement) {
      if (!around.has(one)) around.set(one, one.style.cssText);
    }
  }
  // Fix the root font size and the color scheme, because the card follows both on purpose.
  const widths = [...around.keys()].map((element) => element.getBoundingClientRect().width);
  const computed = [...around.keys()].map((element) => {
    const { fontSize, colorScheme } = getComputedStyle(element);
    return `font-size: ${fontSize}; color-scheme: ${colorScheme}`;
  });
  [...around.keys()].forEach((element, at) => {
    element.style.cssText += `; box-sizing: border-box; display: block; float: none; width: ${widths[at]}px; max-width: none; margin: 0; padding: 0; border: 0; ${computed[at]}`;
  });
  return around;
}

/** Returns the package's stylesheet in the page. */
function ownSheet(): HTMLStyleElement {
  const found = [...document.querySelectorAll('style')].find(({ textContent }) =>
    textContent.includes('--ask-user-surface'),
  );
  if (!found) throw new Error('The stylesheet was not found in the page.');
  return found;
}

/** Checks that Tailwind's classes override the stylesheet if it is in a layer below them. */
function expectUtilitiesToWin(): void {
  const card = document.querySelector(`[${NAME}='card']`);
  if (!card) return;
  card.classList.add('border-2');
  const { borderTopWidth } = getComputedStyle(card);
  card.classList.remove('border-2');
  if (borderTopWidth !== '2px')
    throw new Error(`With the class border-2, the card has a border of ${borderTopWidth}, not 2px.`);
}

/** Puts the cards into a host, reads their look, and restores the page. */
function within(host: Host, canvas: HTMLElement): Map<Element, string> {
  const own = ownSheet();
  const place = own.nextSibling;
  const { parentNode: home, textContent: rules } = own;
  const sheet = document.createElement('style');
  sheet.textContent = host.css;
  const { order = 'before', className = '' } = host;
  if (order === 'layer')
    own.textContent = `@layer theme, base, components, utilities;\n@layer components {\n${rules}\n}`;
  document.head.prepend(sheet);
  if (order === 'before') document.head.prepend(own);
  else document.head.append(own);
  const classes = canvas.className;
  if (className) canvas.classList.add(...className.split(' '));
  try {
    if (order === 'layer') expectUtilitiesToWin();
    return look();
  } finally {
    canvas.className = classes;
    sheet.remove();
    own.textContent = rules;
    home?.insertBefore(own, place);
  }
}

/** Stories that every run checks. `node scripts/weekly/hosts.mjs` checks all stories, under more hosts. */
const SOME = [
  'queue-askuserqueue--collapsed',
  'receipt-askuserreceipt--other-endings',
  'states-answering--discard-confirmation',
  'states-answering--failed-with-retry',
  'states-answering--missing-answer',
  'states-answering--option-focused',
  'states-answering--other-open',
  'states-answering--review-with-one-missing',
  'states-content--long-list',
  'states-content--preview',
  'states-markdown--context',
  'states-presentation--modal',
  'states-rules--booking-form',
];
/** Stories with an element of the host: a paragraph in the card, or a button that floats next to it. */
const WITH_CONTENT = ['parts-questions--question-by-hand', 'states-arriving-and-staying--announced'];
/** Other stories show the same states. */
const GALLERY = 'gallery--all-states';

/** After the play function of a story, checks that the card looks the same in every host. */
export async function checkHosts({ id, canvasElement }: Finished): Promise<void> {
  const included = isWhole ? ![...WITH_CONTENT, GALLERY].includes(id) : SOME.includes(id);
  if (import.meta.env.MODE !== 'test' || !included) return;
  const all = await hosts();
  const still = document.createElement('style');
  still.textContent = `*, *::before, *::after, *::backdrop { transition: none !important; animation: none !important; }`;
  document.head.append(still);
  const around = pin(canvasElement);
  const found: string[] = [];
  try {
    const bare = look();
    for (const host of all) {
      const left = differences(bare, within(host, canvasElement), host);
      if (left.length)
        found.push(`Under a host with ${host.name}, ${left.length} parts differ:\n${left.slice(0, 8).join('\n')}`);
    }
  } finally {
    for (const [element, cssText] of around) element.style.cssText = cssText;
    still.remove();
  }
  if (found.length) throw new Error(found.join('\n\n'));
}
