import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { postgresClaimsSchema, postgresSchema } from '../../../src/host/store/postgres/index.js';

describe('the table of the PostgreSQL store [R-DURABLE]', () => {
  it('equals the one in the guide', () => {
    const guide = readFileSync(new URL('../../../docs/durable.md', import.meta.url), 'utf8');
    expect(guide).toContain(`\`\`\`sql\n${postgresSchema()}\`\`\``);
    expect(guide).toContain(`\`\`\`sql\n${postgresClaimsSchema()}\`\`\``);
  });
});
