import { describe, expect, it } from 'vitest';
import { fillRequirements, idsInTitles } from '../../scripts/lib/requirements.mjs';

const PAGE = `## Words

- \`R-FIRST-ONE\`: A sentence that
  takes two lines.
- \`R-SECOND\`: Another one.
  - 9 titles: \`test/gone\` (old)
`;
const FIRST = { file: 'test/core/a.test.ts', ids: ['R-FIRST-ONE', 'R-FIRST-ONE'] };
const SECOND = { file: 'test/stories.ts', ids: ['R-SECOND'] };

describe('the page of requirements', () => {
  it('lists the files of each requirement by folder, and stays the same when written again', () => {
    const { page, problems } = fillRequirements(PAGE, [SECOND, FIRST, { ...FIRST, file: 'test/core/b.test.tsx' }]);
    expect(problems).toEqual([]);
    expect(page).toBe(`## Words

- \`R-FIRST-ONE\`: A sentence that
  takes two lines.
  - 4 titles: \`test/core/{a, b}\`
- \`R-SECOND\`: Another one.
  - 1 title: \`test/stories\`
`);
    expect(fillRequirements(page, [SECOND, FIRST, { ...FIRST, file: 'test/core/b.test.tsx' }]).page).toBe(page);
  });

  it('reports an id without a title, and a title with an unknown id', () => {
    const { problems } = fillRequirements(PAGE, [FIRST, { file: 'test/c.test.ts', ids: ['R-THIRD'] }]);
    expect(problems).toEqual([
      'R-SECOND: no test title has this id',
      'R-THIRD: named in test/c.test.ts, but not listed on the page',
    ]);
  });

  it('counts the ids of a title once, and none of a comment or an array', () => {
    // Written with angle brackets, so that these lines themselves contain no id.
    const idsIn = (line: string) => idsInTitles(line.replaceAll('<', '[').replaceAll('>', ']'));
    expect(idsIn("  it('<R-ONE> asks <R-TWO R-ONE> <A64>', …")).toEqual(['R-ONE', 'R-TWO']);
    expect(idsIn('  // Proves <R-ONE>.')).toEqual([]);
    expect(idsIn("const ids = <'R-ONE', 'R-TWO'>;")).toEqual([]);
  });
});
