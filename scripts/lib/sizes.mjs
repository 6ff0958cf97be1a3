import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'lightningcss';
import { bundle, gzipped, radixVersions } from './bundle.mjs';
import { packageJson, root } from './repo.mjs';

/**
 * The size of one item, and its budget.
 *
 * @typedef {object} Size
 * @property {string} name
 * @property {number} minified
 * @property {number} gzip
 * @property {number} limit
 * @property {{ file: string, bytes: number }[]} [inputs]
 */

/**
 * Measures what the built package costs an application, in gzip bytes without React.
 *
 * @param {object} budgets bench/budgets.json
 * @returns {Promise<{ rows: Size[], problems: string[] }>}
 */
export async function measureSizes(budgets) {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist. Run: npm run build');
  const problems = [];
  const rows = [];

  for (const { name, imports, pure, ...budget } of budgets.sizes) {
    const result = await bundle(imports, { pure });
    rows.push({ name, ...budget, ...result });
    const names = radixVersions(result.inputs).map((version) => version.replace(/@[^@]+$/, ''));
    const twice = names.filter((value, i) => names.indexOf(value) !== i);
    if (twice.length) problems.push(`${name}: two versions of ${twice.join(', ')}`);
    if (name === budgets.unused.of) problems.push(...(await unusedInside(result, budgets.unused)));
  }

  const { file: page, ...appBudget } = budgets.app;
  rows.push({ ...appBudget, ...sizeOf(readFileSync(join(root, page))) });

  const { file, ...budget } = budgets.stylesheet;
  const css = transform({ filename: file, code: readFileSync(join(root, file)), minify: true }).code;
  rows.push({ ...budget, ...sizeOf(css) });

  const extra = Object.keys(packageJson.dependencies).filter(
    (dependency) => !budgets.dependencies.includes(dependency),
  );
  if (extra.length) problems.push(`dependencies: ${extra.join(', ')} not in bench/budgets.json`);
  for (const row of rows) {
    if (row.gzip > row.limit) problems.push(`${row.name}: ${row.gzip} B gzip, at most ${row.limit} B allowed`);
  }
  return { rows, problems };
}

const sizeOf = (content) => ({ minified: content.length, gzip: gzipped(content) });

/** Finds what the dialog loads without need: other dialects, other languages, texts for the model. */
async function unusedInside({ inputs, code }, { of, dialect, files }) {
  const own = await bundle({ 'react-ask-user/dialects': dialect });
  const needed = new Set(own.inputs.map(({ file }) => file));
  const unwanted = ({ file }) =>
    (file.startsWith('dist/dialects/') && !needed.has(file)) ||
    files.some((pattern) => new RegExp(`^${pattern}`).test(file));
  const problems = inputs.filter(unwanted).map(({ file }) => `${of}: contains ${file}`);
  for (const [name, text] of await toolTexts()) {
    const [start] = text.split('\n');
    if (code.includes(start.slice(0, 60))) problems.push(`${of}: contains the text of ${name}, "${start}"`);
  }
  return problems;
}

/** Returns the descriptions of the tools for the model, from the built package. */
async function toolTexts() {
  const dialects = await import(pathToFileURL(join(root, 'dist/dialects/index.js')));
  const texts = dialects.DIALECTS.flatMap(({ name, tool }) => (tool ? [[`${name}.tool`, tool.description]] : []));
  if (!texts.length) throw new Error('No dialect has a tool with a description.');
  return texts;
}

/** Features of the dialog in addition to asking, and the files that implement them. */
const FEATURES = {
  'previews, “Open larger”': /react\/dialog\/(use-previewed-option|parts\/preview(-pane)?)\.js$/,
  '“N more” of a long list': /react\/dialog\/parts\/more-(button|indicator)\.js$/,
  'collapse to one line': /react\/(dialog\/parts\/collapse|flow\/collapsed)\.js$/,
  modal: /react\/dialog\/use-modal\.js$/,
  'events of what the user does': /react\/flow\/(events|use-events)\.js$/,
  'drafts over a reload': /react\/drafts\/[\w-]+\.js$/,
  'texts: cleaned, numbered if they look alike': /(react\/text\/[\w-]+|messages\/(labels|issue-text))\.js$/,
  'arrival announced or focused':
    /react\/focus\/(arrival|announce-arrival|auto-focus|shortcut|usable-shortcuts|use-arrival|user-activity)\.js$/,
  'error boundary': /react\/dialog\/parts\/boundary\.js$/,
  'confirmations, with their focus': /react\/dialog\/parts\/confirm\.js$/,
  Review: /react\/dialog\/parts\/(review|review-items|answer-text)\.js$/,
  'settled view': /react\/(record\/record-(view|body)|dialog\/parts\/settled)\.js$/,
  'focus management': /react\/(keys\/guard|engine\/(focus-after|focus-mover)|focus\/use-card-focus)\.js$/,
  'keys and input methods': /react\/(keys\/(arrow-keys|key-events|key-target|route)|engine\/keys)\.js$/,
  'English messages': /dist\/messages\/en-first\.js$/,
  'parsing with issues': /core\/question\/[\w-]+\.js$/,
  'the flow and the answers': /core\/(flow|answer)\/[\w-]+\.js$/,
};

/** The parts of Radix that the dialog uses. */
const RADIX = {
  '@radix-ui/react-radio-group': ['Root', 'unstable_ItemProvider', 'unstable_ItemTrigger'],
  '@radix-ui/react-checkbox': ['unstable_Provider', 'unstable_Trigger'],
  '@radix-ui/react-tabs': ['Root', 'List', 'Trigger'],
};

/**
 * Measures what each feature adds to the dialog: the gzip bytes that are saved without its files.
 *
 * @returns {Promise<{ name: string, gzip: number }[]>} largest first
 */
export async function weighFeatures({ imports }) {
  const { gzip } = await bundle(imports);
  const weighed = [];
  for (const [name, without] of Object.entries(FEATURES)) {
    weighed.push({ name, gzip: gzip - (await bundle(imports, { without })).gzip });
  }
  weighed.sort((a, b) => b.gzip - a.gzip);
  return [{ name: 'Radix: radio group, checkbox, tabs', gzip: (await bundle(RADIX)).gzip }, ...weighed];
}

export const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;
