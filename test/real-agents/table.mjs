// The tables in the docs: what the run has seen of each agent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Between these lines, `--write` writes. */
const BLOCK = /(<!-- real-agents:[^>]*-->\n)([\s\S]*?)(<!-- \/real-agents -->)/;

const ANSWERS = {
  option: 'An option',
  other: 'Own words',
  several: 'Several',
  declined: 'Discuss or decline',
  cancelled: 'Cancel',
  two: 'Two calls at once',
  slow: 'After 75 s',
};
const ENDS = {
  limit: 'No answer within the agent’s limit',
  killed: 'The server is killed',
  stopped: 'The agent is stopped',
  removed: 'Settings after `ask-user remove`',
};

const versionOf = ({ package: name }) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')).version;

const line = (cells) => `| ${cells.join(' | ')} |`;

function table(columns, rows) {
  return [
    line(['Agent', ...Object.values(columns)]),
    line(['---', ...Object.values(columns).map(() => '---')]),
    ...rows.map(({ agent, cells }) =>
      line([`${agent.title} ${versionOf(agent)}`, ...Object.keys(columns).map((name) => cells[name] ?? '–')]),
    ),
  ].join('\n');
}

/** Returns both tables. A row has the cells of one agent. */
export const tablesOf = (rows) => `${table(ANSWERS, rows)}\n\n${table(ENDS, rows)}`;

/** Returns the page with these tables. */
export function withTables(page, tables, date) {
  if (!BLOCK.test(page)) throw new Error('The page has no <!-- real-agents: … --> to write to.');
  return page.replace(BLOCK, (_, start, _old, end) => `${start}\nSeen on ${date}, on Linux:\n\n${tables}\n\n${end}`);
}

/** Returns the rows of the tables in a page, without the spaces that align them. */
export const rowsIn = (page) =>
  (BLOCK.exec(page)?.[2] ?? '')
    .split('\n')
    .filter((one) => one.startsWith('|') && !/^[|\s:-]+$/.test(one))
    .map((one) => one.replaceAll(/ +/g, ' '));
