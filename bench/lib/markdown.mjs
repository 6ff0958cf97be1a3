const HEADS = { what: '', ours: 'this package', budget: 'at most', plain: 'plain React', radix: 'tuned Radix' };

/** @param {import('./rows.mjs').Row[]} rows */
export function rowsAsMarkdown(rows) {
  const columns = Object.keys(HEADS).filter((column) => rows.some((row) => row[column] !== undefined));
  const cell = (row, column) => {
    const text = (row[column] ?? '').trim();
    const missed = column === 'ours' && (row.ok === false || row.over);
    // Mark a row that belongs to the row above it.
    if (column === 'what') return row.what.startsWith(' ') ? `· ${text}` : text;
    return missed ? `**${text}**` : text;
  };
  return table(
    columns.map((column) => HEADS[column]),
    rows.map((row) => columns.map((column) => cell(row, column))),
  );
}

const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

/** @param {import('../../scripts/lib/sizes.mjs').Size[]} rows */
export const sizesAsMarkdown = (rows) =>
  table(
    ['bundle', 'minified', 'gzip'],
    rows.map(({ name, minified, gzip }) => [name, kB(minified), kB(gzip)]),
  );

export const featuresAsMarkdown = (weighed) =>
  table(
    ['part', 'gzip'],
    weighed.map(({ name, gzip }) => [name, kB(gzip)]),
  );

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, at) => (at === 0 ? '---' : '--:'));
  return [heads, rule, ...rows].map(line).join('\n');
}
