import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/core/index.js';
import { DIALECTS } from '../../src/dialects/index.js';

const option = (label: string) => ({ label, description: 'd' });
const made = (more: Partial<Question> = {}): Question => ({
  id: 'a',
  question: 'Which?',
  header: 'Name',
  options: [option('x'), option('y')],
  multiSelect: false,
  ...more,
});
const { header: _header, ...unnamed } = made();

const REQUESTS: readonly (readonly [string, readonly Question[]])[] = [
  ['no questions', []],
  ['a long header', [made({ header: 'h'.repeat(100) })]],
  ['no header', [unnamed]],
  ['no options', [made({ options: [] })]],
  ['one option', [made({ options: [option('x')] })]],
  ['30 options', [made({ options: Array.from({ length: 30 }, (_, i) => option(`${i}`)) })]],
  ['a long label', [made({ options: [option('x'.repeat(100)), option('y')] })]],
  ['no descriptions', [made({ options: [{ label: 'x' }, { label: 'y' }] })]],
  ['five questions', Array.from({ length: 5 }, (_, i) => made({ id: `${i}`, question: `${i}`, header: `${i}` }))],
  ['equal questions', [made(), made({ id: 'b' })]],
];

describe.each(DIALECTS)('the `formatRequest` of $name [R-LIMITS]', (dialect) => {
  it.each(REQUESTS)('reports what the strict `parse` of the dialect refuses: %s', (_name, questions) => {
    const written = dialect.formatRequest({ requestId: 'r', questions });
    const read = written.ok ? dialect.parse(written.value, { strict: true }) : written;
    const reported = written.ok ? written.warnings.filter(({ code }) => code !== 'lost') : written.issues;
    if (!read.ok) expect(reported, JSON.stringify(read.issues)).not.toEqual([]);
  });
});
