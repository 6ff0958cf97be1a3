/** A page around the card: its rules for elements, its rules for descendants, and its inherited properties. */
export interface Host {
  readonly name: string;
  /** Stylesheet of the page. */
  readonly css: string;
  /** Class of the element around the card. */
  readonly className?: string;
  /** Parts that look different, because a selector of the host is as specific as the package's. */
  readonly except?: { readonly parts: string; readonly because: string };
  /**
   * Order of the package's stylesheet relative to that of the host.
   * @default 'before'
   */
  readonly order?: 'before' | 'after' | 'layer';
}

const ELEMENTS = 'p, h1, h2, h3, h4, h5, h6, dl, dt, dd, ul, li, pre, code, label, fieldset, bdi, span, div, a, svg';
const CONTROLS = 'button, input, textarea';

const TEXT = `
  margin: 13px 7px; padding: 3px 9px; border: 3px dashed #0a0; color: #c0c; background: #ff9;
  font: italic 700 23px/2.4 serif; letter-spacing: 2px; text-transform: uppercase; text-align: center;`;

/** Each rule occurs in the stylesheet of some application. */
const OWN: readonly Host[] = [
  {
    name: 'element rules',
    css: `
      * { padding: 1px; color: #060; letter-spacing: 1px; line-height: 1.9; }
      *::before, *::after { border: 2px solid #f0f; margin: 2px; }
      ${ELEMENTS} { ${TEXT} display: block; max-width: 40px; float: left; }
      ${CONTROLS} { ${TEXT} display: block; width: 100%; min-height: 70px; border-radius: 30px; box-shadow: 0 0 9px; opacity: 0.5; }
      button:hover, button:focus { background: #0ff; outline: 5px solid #f00; }
      textarea::placeholder { color: #f00; font-size: 30px; }
      dialog { padding: 40px; border: 9px solid #00f; }`,
  },
  {
    name: 'rules for descendants',
    className: 'host-content',
    css: `
      .host-content :is(${ELEMENTS}) { ${TEXT} }
      .host-content > * + *, .host-content * > * + * { margin-top: 19px; }
      .host-content :is(${CONTROLS}) { ${TEXT} }
      .host-content :is(h2, h3, h4)::before { content: '#'; }`,
  },
  {
    name: 'dark, without color-scheme, and with inherited properties',
    className: 'host-dark',
    css: `
      .host-dark {
        color: #eee; background: #111; font: italic 700 21px/2.4 serif; font-variant: small-caps; letter-spacing: 3px;
        word-spacing: 9px; text-transform: uppercase; text-align: right; text-indent: 2em; text-shadow: 1px 1px #f00;
        white-space: pre; word-break: break-all; list-style: square; cursor: crosshair; hyphens: auto; text-wrap: balance;
      }`,
  },
];

/** Whether every story is checked in every host, including those of packages: `node scripts/weekly/hosts.mjs`. */
export const isWhole = import.meta.env['VITE_HOSTS'] === 'all';

const packages = import.meta.glob<readonly Host[]>('../../test/hosts/sheets.json', { import: 'default' });

/** Returns the hosts that a story is checked in. */
export async function hosts(): Promise<readonly Host[]> {
  const load = isWhole ? Object.values(packages)[0] : undefined;
  return [...OWN, ...((await load?.()) ?? [])];
}
