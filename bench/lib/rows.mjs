/**
 * A row of the table. `ok` is absent without a budget, or if a missed budget is not a failure.
 *
 * @typedef {{ what: string, ours: string, budget?: string, plain?: string, radix?: string, ok?: boolean, over?: boolean }} Row
 */

const work = ({ commits, renders }) => `${commits} / ${renders}`;
const withOwn = ({ own, ...count }) => work(count) + (own === undefined ? '' : `, package ${own}`);

// Without the first checkbox, which also enables the button that clears a long list.
const SAME_WITH_MANY_OPTIONS = ['key', 'keyFlip', 'radio', 'radioFlip', 'checkbox'];

/**
 * Returns the rows of exact figures.
 *
 * @param {{ ours: object, manyOptions: object, plain: object, radix: object, calls: Record<string, object>, many: readonly object[], leaks: object, core: object }} figures
 * @param {object} budgets
 * @returns {Row[]}
 */
export function exactRows(
  { ours, manyOptions, plain, radix, calls, many, leaks, core },
  { events, manyQuestions, calls: most, elements, cycles },
) {
  const rows = Object.entries(events).map(([event, { name, ...budget }]) => {
    const count = ours.counts[event];
    const twins = { plain: work(plain.counts[event]), radix: work(radix.counts[event]) };
    if (budget.commits === undefined) return { what: name, ours: withOwn(count), ...twins };
    const ok = Object.entries(budget).every(([figure, limit]) => count[figure] <= limit);
    return { what: name, ours: withOwn(count), budget: withOwn(budget), ...twins, ok };
  });

  const { own, others } = core.told;
  const sameAs = (what, { counts }, names) => {
    const other = names.filter((event) => work(counts[event]) !== work(ours.counts[event]));
    const ok = other.length === 0;
    return { what, ours: ok ? 'the same' : `different: ${other.join(', ')}`, budget: 'the same', ok };
  };
  const twins = { plain: String(plain.elements), radix: String(radix.elements) };
  return [
    ...rows,
    sameAs('key, radio and checkbox with 100 options', manyOptions, SAME_WITH_MANY_OPTIONS),
    ...[
      ['radio', '300 options, function calls: selecting a radio'],
      ['key', '  a key under Other after 10,000 characters'],
    ].map(([event, what]) => {
      const [own, one, other] = ['ask-user', 'plain-react', 'radix-tuned'].map((name) => calls[name][event]);
      const shown = (value) => value.toLocaleString('en');
      return {
        what,
        ours: shown(own),
        budget: shown(most[event]),
        plain: shown(one),
        radix: shown(other),
        ok: own <= most[event],
      };
    }),
    ...manyRows(many, manyQuestions),
    {
      what: 'subscribers notified of a change, of 100 questions',
      ours: String(own + others),
      budget: '1',
      ok: own === 1 && others === 0,
    },
    {
      what: 'faults of a request found, each with its path',
      ours: `${core.issues.found} of ${core.issues.made}`,
      budget: `${core.issues.made} of ${core.issues.made}`,
      ok: core.issues.found === core.issues.made,
    },
    {
      what: 'DOM elements, one tab shown',
      ours: String(ours.elements),
      budget: String(elements),
      ...twins,
      ok: ours.elements <= elements,
    },
    ...Object.entries(cycles).map(([figure, limit]) => ({
      what: figure === 'bytes' ? '  bytes per cycle' : `${figure} left after 1,000 cycles`,
      ours: String(leaks[figure]),
      budget: String(limit),
      ok: leaks[figure] <= limit,
    })),
  ];
}

/** Compares what actions cost with many questions to what they cost with 4, in function calls and in renders. */
function manyRows([four, ...others], most) {
  return Object.entries(four).map(([what, { calls, renders }]) => {
    const ratios = others.map((counts) =>
      Math.max(counts[what].calls / calls, counts[what].renders / (renders || 0.5)),
    );
    const shown = ratios.map((value) => value.toFixed(2)).join(' / ');
    return {
      what: `30 / 100 questions to 4: ${what}`,
      ours: shown,
      budget: String(most),
      ok: Math.max(...ratios) <= most,
    };
  });
}

const ms = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
const us = (value) => `${value.toFixed(2)} µs`;
const ratio = (ours, twin) => `${(ours / twin).toFixed(2)} x`;

/**
 * Returns the rows of times, which depend on the machine.
 *
 * @param {{ times: Record<string, object>, shapes: Record<string, object>, core: object }} figures
 * @param {object} budgets
 * @returns {Row[]}
 */
export function timeRows({ times, shapes, core }, budgets) {
  const [ours, plain, radix] = ['ask-user', 'plain-react', 'radix-tuned'].map((name) => times[name]);
  const line = (what, event, figure, { toRadix } = {}) => {
    const values = [ours, plain, radix].map((time) => time[event][figure]);
    const [own, one, other] = values;
    return {
      what,
      ours: ms(own),
      ...(toRadix !== undefined && { budget: `${toRadix} x Radix`, over: own / other > toRadix }),
      plain: ratio(own, one),
      radix: ratio(own, other),
    };
  };
  const shaped = (what, key, event, figure, limit) => {
    const [own, other] = ['ask-user', 'radix-tuned'].map((name) => shapes[key][name]?.[event][figure]);
    return {
      what,
      ours: ms(own),
      ...(limit !== undefined && { budget: `${limit} ms`, over: own > limit }),
      ...(other !== undefined && { radix: ratio(own, other) }),
    };
  };
  const call = (what, value, limit) => ({
    what,
    ours: us(value),
    ...(limit !== undefined && { budget: `${limit} µs`, over: value > limit }),
  });
  return [
    line('key, 10,000 characters, script', 'key', 'script', { toRadix: budgets.key }),
    line('key, 10 characters, script', 'shortKey', 'script'),
    shaped('  with 100 questions', 'questions100', 'key', 'script'),
    line('select, script', 'select', 'script'),
    line('  script, style and layout', 'select', 'drawn', { toRadix: budgets.select }),
    line('toggle, script', 'toggle', 'script'),
    line('  script, style and layout', 'toggle', 'drawn'),
    line('back to a visited tab, script', 'back', 'script'),
    line('  script, style and layout', 'back', 'drawn', { toRadix: budgets.switch }),
    line('warm mount, whole main thread', 'warm', 'all', { toRadix: budgets.warmMount }),
    line('  script, style and layout', 'warm', 'drawn'),
    line('cold mount, whole main thread', 'mount', 'all', { toRadix: budgets.coldMount }),
    line('  script', 'mount', 'script'),
    line('until the first control can have focus', 'focusable', 'all', { toRadix: budgets.focusable }),
    ...Object.entries(budgets.options).flatMap(([count, limit]) => [
      shaped(`${Number(count).toLocaleString('en')} options: select`, `options${count}`, 'select', 'drawn', limit),
      shaped('  type', `options${count}`, 'key', 'drawn', limit),
      shaped('  mount', `options${count}`, 'mount', 'drawn'),
    ]),
    call('parse, 4 questions', core.parse.valid, budgets.parse),
    call('  invalid', core.parse.invalid, budgets.parse),
    call('store change, 4 questions', core.change.four),
    call('  100 questions', core.change.hundred),
  ];
}

/** @param {Row[]} rows */
export function formatTable(title, rows) {
  const heads = { what: title, ours: 'this package', budget: 'budget', plain: 'plain React', radix: 'tuned Radix' };
  const columns = Object.keys(heads);
  const widths = columns.map((column) => Math.max(...[heads, ...rows].map((row) => (row[column] ?? '').length)));
  const verdict = ({ ok, over }) =>
    ok === undefined && over === undefined ? '' : ok === false || over ? 'OVER' : 'ok';
  return [heads, ...rows]
    .map((row) => {
      const cells = columns.map((column, at) =>
        at === 0 ? (row[column] ?? '').padEnd(widths[at]) : (row[column] ?? '').padStart(widths[at]),
      );
      return [...cells, row === heads ? '' : verdict(row)].join('   ').trimEnd();
    })
    .join('\n');
}
