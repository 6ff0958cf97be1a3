/** The request that every dialect is shown with. A wire format for one question gets the first one. */
const QUESTIONS = [
  {
    id: 'q1',
    question: 'Which database?',
    header: 'Database',
    options: [
      { label: 'PostgreSQL', description: 'A server' },
      { label: 'SQLite', description: 'A file' },
    ],
    multiSelect: false,
  },
  {
    id: 'q2',
    question: 'Which features?',
    header: 'Features',
    options: [
      { label: 'Auth', description: 'Sign in' },
      { label: 'Search', description: 'Full text' },
    ],
    multiSelect: true,
  },
];
const REQUEST = { requestId: 'r1', questions: QUESTIONS };

const REASON = 'REASON';
/** Each unanswered status with its cause. */
const UNANSWERED = [
  [
    { status: 'declined', reason: REASON },
    'The user will not answer, and the agent may continue. Requires `allow.decline`',
  ],
  [{ status: 'cancelled', reason: REASON }, 'The user cancels'],
  [{ status: 'aborted', reason: REASON }, 'You or the agent withdraw the question: `result`'],
  [{ status: 'superseded', reason: REASON }, 'A chat message or a newer question replaces it: `result`'],
  [{ status: 'connectionLost', reason: REASON }, 'Your connection to the user is lost: `result`'],
  [{ status: 'timedOut' }, 'A time limit of your app has passed: `result`. The dialog has no limit'],
  [
    { status: 'unavailable', reason: REASON },
    'The question cannot be shown to a user: `onError` or `onCancel`, if rendering fails',
  ],
  [
    { status: 'invalid', issues: [{ code: 'missing', path: 'questions', message: REASON }] },
    'The input contains nothing that can be asked: `onError` or `onCancel`',
  ],
];

const KEYED = {
  text: 'question text',
  header: 'header',
  id: 'question id',
  index: 'question order',
  single: 'single question',
};
const MULTI_SELECT = { list: 'list', joined: 'joined with `", "`', unsupported: 'not supported' };
const CUSTOM_TEXT = { separate: 'distinct', inline: 'among the labels', unsupported: 'not supported' };

/** Escapes bars, which would end a table cell. */
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head, rows) => [row(...head), row(...head.map(() => '---')), ...rows].join('\n');
const yes = (value) => (value ? 'yes' : 'no');
const NOTES = { withAnswer: 'yes, not of a skipped question', withOption: 'beside a selected option' };
const notes = (value) => NOTES[value] ?? yes(value);
const range = (min, max) => (max === undefined ? `${min} or more` : min === max ? `${min}` : `${min}-${max}`);
const block = (value, replacer) => ['```json', JSON.stringify(value, replacer), '```'].join('\n');
const anchor = (name) => name.toLowerCase();

/** Returns a request and its answer in the format of one dialect. */
function example(dialect, buildAnswers) {
  const sets = [QUESTIONS, QUESTIONS.slice(0, 1)];
  for (const questions of sets) {
    const written = dialect.formatRequest({ ...REQUEST, questions });
    if (!written.ok) continue;
    const parsed = dialect.parse(written.value, { requestId: REQUEST.requestId });
    if (!parsed.ok) throw new Error(`${dialect.name} cannot parse its own request: ${JSON.stringify(parsed.issues)}`);
    const request = parsed.value;
    const replies = request.questions.map(({ id, multiSelect }) => ({
      questionId: id,
      selected: multiSelect ? [0, 1] : [1],
    }));
    const built = buildAnswers(request, replies);
    if (!built.ok) throw new Error(`${dialect.name}: ${JSON.stringify(built.issues)}`);
    return { input: written.value, request, result: { status: 'answered', answers: built.value } };
  }
  throw new Error(`${dialect.name} cannot format the example`);
}

/** Returns the default model text of a status: that of `askUser` after its JSON. Most dialects use it. */
const sentenceOf = (result, { askUser }) => askUser.toModelText(result, REQUEST).split('\n').slice(1).join('\n');

/** Returns the table of unanswered statuses. */
function statuses(dialects) {
  const rows = UNANSWERED.map(([result, how]) => {
    const bare = sentenceOf({ ...result, reason: undefined, issues: [] }, dialects);
    return row(`\`${result.status}\``, how, bare.replace(/ What to correct:\n$/, ' What to correct: …'));
  });
  return table(['Status', 'Cause', 'Model text'], rows);
}

/** Replacer for `JSON.stringify` that shortens questions which are echoed unchanged. */
const withoutEcho = (key, value) => (key === 'questions' && Array.isArray(value) ? '<questions>' : value);

/** Formats an unanswered output as JSON, with placeholders for the parts that are the same in each status. */
function formatOutput(output, { status }, sentence, shown) {
  const shorten = (text) => text.replace(sentence, '<sentence>').replace(/(- questions: )?REASON/, '<reason>');
  return JSON.stringify(output, (key, value) => {
    if (typeof value !== 'string') return withoutEcho(key, value);
    return value === status ? shown : shorten(value);
  });
}

/**
 * Returns the rows of a dialect's output for each status. Statuses whose output differs only in name and text share a
 * row.
 */
function statusRows(dialect, request, dialects) {
  const outputs = UNANSWERED.map(([result]) => {
    const output = dialect.formatResult(result, request);
    const as = (shown) => formatOutput(output, result, sentenceOf(result, dialects), shown);
    return { status: result.status, named: as(result.status), open: as('<status>') };
  });
  const rows = new Map();
  for (const { status, named, open } of outputs) {
    const shared = outputs.some((other) => other.open === open && other.named !== named);
    const out = shared ? open : named;
    rows.set(out, [...(rows.get(out) ?? []), `\`${status}\``]);
  }
  return [...rows].map(([out, names]) => row(names.join(', '), `\`${out}\``));
}

/** Returns the table of all agents. */
function overview({ DIALECTS }) {
  const rows = DIALECTS.map((dialect) => {
    const { name, agent, limits, capabilities, tool } = dialect;
    return row(
      agent,
      `[\`${name}\`](#${anchor(name)})`,
      tool ? `\`${tool.name}\`` : '-',
      range(limits.minQuestions, limits.maxQuestions),
      KEYED[capabilities.keyedBy],
      MULTI_SELECT[capabilities.multiSelect],
      CUSTOM_TEXT[capabilities.customText],
      notes(capabilities.notes),
    );
  });
  return table(
    ['Agent or protocol', 'Dialect', 'Tool', 'Questions', 'Answers keyed by', 'Multi-select', 'Custom text', 'Notes'],
    rows,
  );
}

/** Returns the facts about one dialect, derived from its behavior. */
function facts(dialect, dialects, buildAnswers) {
  const { input, request, result } = example(dialect, buildAnswers);
  const { capabilities } = dialect;
  const all = capabilities.statuses.length === UNANSWERED.length;
  const statuses = all ? 'all' : capabilities.statuses.map((status) => `\`${status}\``).join(', ');
  return [
    '<details>',
    '<summary>Input and output</summary>',
    'Input:',
    block(input),
    'Output of an answered request:',
    block(dialect.formatResult(result, request), withoutEcho),
    `Multi-select answers: ${MULTI_SELECT[capabilities.multiSelect]}. Custom text: ${CUSTOM_TEXT[capabilities.customText]}. Notes: ${notes(capabilities.notes)}. ` +
      `Previews of selected options: ${yes(capabilities.previews)}. Skipped questions: ${yes(capabilities.skipped)}. ` +
      `Discussions: ${yes(capabilities.discuss)}. ` +
      `Distinguishable statuses: ${statuses}.`,
    table(['Status', 'Output'], statusRows(dialect, request, dialects)),
    '</details>',
  ].join('\n\n');
}

const BLOCK = /(<!-- facts: (\w+) -->\n)[\s\S]*?(<!-- \/facts -->)/g;

/**
 * Returns the page with every block of facts updated. Each dialect needs a block, and the anchor that the table links
 * to.
 */
export function agentsPage(text, dialects, buildAnswers) {
  const blocks = new Map([
    ['all', () => overview(dialects)],
    ['statuses', () => statuses(dialects)],
    ...dialects.DIALECTS.map((dialect) => [dialect.name, () => facts(dialect, dialects, buildAnswers)]),
  ]);
  const missing = new Set(blocks.keys());
  const page = text.replaceAll(BLOCK, (_, start, name, end) => {
    const made = blocks.get(name);
    if (!made) throw new Error(`docs/api/agents.md: there is no dialect "${name}"`);
    missing.delete(name);
    return `${start}\n${made()}\n\n${end}`;
  });
  if (missing.size) throw new Error(`docs/api/agents.md: no block of facts for ${[...missing].join(', ')}`);
  const lost = dialects.DIALECTS.filter(({ name }) => !text.includes(`<a id="${anchor(name)}"></a>`));
  if (lost.length) throw new Error(`docs/api/agents.md: no anchor for ${lost.map(({ name }) => name).join(', ')}`);
  return page;
}
