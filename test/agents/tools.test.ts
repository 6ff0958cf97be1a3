import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { DIALECTS } from '../../src/dialects/index.js';
import type { AgentDialect, ToolSpec } from '../../src/dialects/index.js';
import { issuesOf, valueOf } from '../dialects/helpers.js';
import { accepts } from './schemas.js';

const writer = ({ dialect }: ToolSpec<unknown>): AgentDialect =>
  DIALECTS.find(({ name }) => name === dialect.name) as AgentDialect;

/** A question with options that every dialect supports. */
const plain = (multiSelect: boolean): AskUserRequest => ({
  requestId: 'r',
  questions: [
    {
      id: 'q1',
      header: 'Database',
      question: 'Which database?',
      options: [
        { label: 'SQLite', description: 'a file' },
        { label: 'Postgres', description: 'a server' },
      ],
      multiSelect,
    },
  ],
  raw: undefined,
});

/** Their agents' schemas have no minimum number of questions either. */
const UNBOUNDED = ['codex', 'opencode', 'piQuestionnaire'];

describe.each(DIALECTS.flatMap(({ tool }) => tool ?? []))('the schema of $dialect.name, `$name`', (tool) => {
  const dialect = writer(tool);

  it('is valid and accepts the output of `formatRequest` [R-TOOL]', () => {
    for (const multiSelect of [false, true]) {
      const written = dialect.formatRequest(plain(multiSelect));
      if (multiSelect && !written.ok) continue;
      expect(accepts(tool, valueOf(written))).toBe(true);
    }
  });

  it('refuses a call without a question, or its parser does [R-TOOL]', () => {
    expect(accepts(tool, {})).toBe(false);
    const { properties } = tool.inputSchema;
    if (!properties['questions']) return;
    expect(accepts(tool, { questions: [] })).toBe(UNBOUNDED.includes(dialect.name));
    expect(issuesOf(dialect.parse({ questions: [] }))).not.toEqual([]);
  });
});
