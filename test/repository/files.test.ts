import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const { scripts, peerDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  peerDependencies: Record<string, string>;
};

const WORKFLOWS = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

/** Returns the commands of a job, one for each value of its matrix. */
function commandsOf({ steps, strategy }: Job): string[] {
  const values = Object.entries(strategy?.matrix ?? {});
  return steps.flatMap(({ run = '' }) => {
    const [key, list] = values.find(([name]) => run.includes(`matrix.${name}`)) ?? [];
    return list ? list.map((value) => run.replace(`\${{ matrix.${key} }}`, String(value))) : [run];
  });
}

it.each(WORKFLOWS)(
  '%s runs commands that exist and pinned actions, with least permissions and a time limit',
  (file) => {
    const { permissions, jobs } = parse(read(file)) as { permissions: object; jobs: Record<string, Job> };
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      for (const { uses } of job.steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/);
      for (const command of commandsOf(job)) {
        const [, script] = /npm run ([\w:]+)/.exec(command) ?? [];
        if (script) expect(scripts).toHaveProperty([script]);
        const [, program] = /^(?:node )?(\.ci\/run|scripts\/\S+)/.exec(command) ?? [];
        if (program) expect(existsSync(program)).toBe(true);
      }
    }
  },
);

it('the weekly mutation tests run every subject of the script', () => {
  const { jobs } = parse(read('.github/workflows/weekly.yml')) as { jobs: Record<string, Job> };
  const [, subjects = ''] = /const SUBJECTS = \{([^]*?)\n\};/.exec(read('scripts/weekly/mutation.mjs')) ?? [];
  const names = [...subjects.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
  expect(jobs['mutation']?.strategy?.matrix['subject']).toEqual(names);
});

it.each(readdirSync('.github/ISSUE_TEMPLATE').map((name) => `.github/ISSUE_TEMPLATE/${name}`))(
  '%s is a form of GitHub',
  (file) => {
    const form = parse(read(file)) as { name?: string; description?: string; body?: { type: string }[] };
    if (file.endsWith('config.yml')) return;
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    for (const { type } of form.body ?? []) expect(['input', 'textarea', 'dropdown']).toContain(type);
  },
);

it.each(['AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'skills/react-ask-user/SKILL.md'])(
  '%s names commands and files that exist',
  (file) => {
    const text = read(file);
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script]);
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) expect(existsSync(target)).toBe(true);
    // `acme` is the dialect that the guide adds.
    for (const [, path = ''] of text.matchAll(/`((?:src|test|docs|scripts|stories)\/(?!\S*acme)[\w./-]+)`/g))
      expect([path, existsSync(path)]).toEqual([path, true]);
  },
);

const GUIDES = readdirSync('docs/integrations').map((name) => read(`docs/integrations/${name}`));

it('every peer dependency states its oldest version [R-FLOOR]', () => {
  expect(Object.entries(peerDependencies).filter(([, range]) => !/\d/.test(range))).toEqual([]);
});

it.each(Object.entries(peerDependencies).filter(([name, range]) => range.startsWith('>=') && name !== 'marked'))(
  'a guide says that %s must be %s',
  (name, range) => {
    expect(GUIDES.filter((guide) => guide.includes(`\`${name}\` ${range.slice(2)} or newer`))).toHaveLength(1);
  },
);
