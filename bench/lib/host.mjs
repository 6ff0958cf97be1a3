/** The figures of test/servers/bench.ts, as a table, as a picture, and against their targets. */
export const SIZES = [1_000, 10_000, 50_000];

/** Largest factor by which a cost may grow from the smallest to the largest size. */
const GROWTH = { snapshot: 2, notice: 1.5, answer: 1.5 };
/** Shorter calls count as this long, in milliseconds, because of clocks and garbage collection. */
const FLOOR_MS = 0.25;
/** Largest difference between the longest calls at the largest and at the smallest size, in milliseconds. */
const DELAY_MS = 50;

const TITLES = {
  snapshot: 'snapshot of a conversation',
  notice: 'notice',
  answer: 'answer',
  longest: 'longest call',
  blocked: 'process blocked',
};

const inMs = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
const whole = (number) => number.toLocaleString('en-US');
const ofStores = (figures) =>
  [...new Set(figures.map(({ store }) => store))].map((name) => [name, figures.filter(({ store }) => store === name)]);

/** Returns a Markdown table, in milliseconds. */
export function hostTable(figures) {
  const rows = [
    ['store', 'pending', ...Object.values(TITLES)],
    ['---', '---:', ...Object.keys(TITLES).map(() => '---:')],
    ...figures.map((one) => [one.store, whole(one.pending), ...Object.keys(TITLES).map((name) => inMs(one[name]))]),
  ];
  return `${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}

/** Returns a sentence for each missed target. */
export function missedTargets(figures) {
  return ofStores(figures).flatMap(([store, all]) => {
    const [first, last] = [all[0], all.at(-1)];
    const grown = Object.entries(GROWTH).flatMap(([name, most]) => {
      const times = last[name] / Math.max(first[name], FLOOR_MS);
      return times > most
        ? [`${store}: ${TITLES[name]} takes ${times.toFixed(1)} x as long, the target is at most ${most} x.`]
        : [];
    });
    const delay = last.longest - first.longest;
    const late = `${store}: a call is delayed by ${inMs(delay)} ms, the target is at most ${DELAY_MS} ms.`;
    return delay > DELAY_MS ? [...grown, late] : grown;
  });
}

const CHART = { width: 720, row: 44, left: 170, right: 60, top: 48 };
const SHORT = { ...TITLES, snapshot: 'snapshot' };
const SERIES = ['light', 'middle', 'dark'];
/** Shortest time that has a bar. Bars are logarithmic. */
const LEAST_MS = 0.01;

/**
 * Returns an SVG of the table for light and dark pages: a group of bars for each store and cost, and a bar for each
 * size.
 */
export function hostChart(figures) {
  const { width, row, left, right, top } = CHART;
  const most = Math.max(...figures.flatMap((one) => Object.keys(TITLES).map((name) => one[name])));
  const lengthOf = (ms) =>
    Math.max(1, ((width - left - right) * Math.log10(ms / LEAST_MS)) / Math.log10(most / LEAST_MS));
  const names = Object.keys(TITLES).filter((name) => name !== 'blocked');
  const groups = ofStores(figures).flatMap(([store, all]) => names.map((name) => ({ store, name, all })));
  const bars = groups.map(({ store, name, all }, i) => {
    const y = top + i * row;
    const label = `<text x="${left - 10}" y="${y + 20}" text-anchor="end">${store}: ${SHORT[name]}</text>`;
    const lines = all.map((one, j) => {
      const length = lengthOf(Math.max(one[name], LEAST_MS));
      const bar = `<rect class="${SERIES[j]}" x="${left}" y="${y + j * 11}" width="${length.toFixed(1)}" height="9" rx="1"/>`;
      const number = `<text class="small" x="${(left + length + 5).toFixed(1)}" y="${y + 8 + j * 11}">${inMs(one[name])}</text>`;
      return bar + number;
    });
    return label + lines.join('');
  });
  const legend = SIZES.map(
    (size, j) =>
      `<rect class="${SERIES[j]}" x="${left + j * 110}" y="18" width="12" height="7" rx="1"/><text class="small" x="${left + 17 + j * 110}" y="25">${whole(size)} pending</text>`,
  );
  const title = 'Milliseconds by the number of pending requests, on a logarithmic scale';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + groups.length * row + 6}" role="img" aria-label="${title}">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .small { font-size: 10px; fill: #59636e; }
  .light { fill: #a5c8f2; } .middle { fill: #4a90d9; } .dark { fill: #1a4f8b; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; }
    .light { fill: #24527f; } .middle { fill: #4a90d9; } .dark { fill: #b6d6fb; }
  }
</style>
<text x="${left - 10}" y="25" text-anchor="end">milliseconds</text>${legend.join('')}
${bars.join('\n')}
</svg>
`;
}
