// node scripts/weekly/versions.mjs: compares the versions of the agents that the dialects name as their sources with the
// newest on npm and GitHub, and prints what is behind. Fails if a dialect names none, or if one cannot be found.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes, main, must, root } from '../lib/repo.mjs';
import { releasesAfter, sourcesIn } from '../lib/sources.mjs';

const FOLDER = join(root, 'src/dialects');
const read = (file) => readFileSync(join(FOLDER, file), 'utf8');

await main(async () => {
  const { programs, problems } = findPrograms();
  const lines = [];
  await inLanes(4, programs, async ({ files, ...program }) => {
    try {
      const news = program.registry === 'npm' ? await askNpm(program) : await askGitHub(program);
      if (news) lines.push(`${program.name} ${program.version}: ${news} (${files.join(', ')})`);
    } catch (error) {
      problems.push(`${files.join(', ')}: ${error.message}`);
    }
  });
  for (const line of lines.toSorted((a, b) => a.localeCompare(b))) console.log(line);
  console.log(`versions: ${programs.length} sources, ${lines.length} behind, ${problems.length} failed`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

/** Returns the programs that the dialects name, each with the files that name it, and the dialects that name nothing. */
function findPrograms() {
  const programs = new Map();
  const problems = [];
  const dialects = new Set([...read('agents.ts').matchAll(/from '\.\/(.*)\.js'/g)].map(([, stem]) => `${stem}.ts`));
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))) {
    const sources = sourcesIn(read(file));
    if (sources.length === 0 && dialects.has(file))
      problems.push(`${file} names no source with a version. CONTRIBUTING.md describes the form.`);
    for (const source of sources.filter(({ registry }) => registry !== 'specification')) {
      const key = `${source.name} ${source.version}`;
      const files = programs.get(key)?.files ?? [];
      programs.set(key, { ...source, files: [...new Set([...files, file])] });
    }
  }
  return { programs: [...programs.values()], problems };
}

/** Returns how many releases came after a version of a package and since when, or `undefined` if there are none. */
async function askNpm({ name, version }) {
  const answer = JSON.parse(
    await must('npm', ['view', name, 'time', 'dist-tags.latest', '--json', '--loglevel=error']),
  );
  const { time, 'dist-tags.latest': latest } = answer;
  if (!time[version]) throw new Error(`npm has no version ${version} of ${name}.`);
  // Versions after `latest` are not what users get.
  const newer = releasesAfter(version, Object.keys(time));
  const later = newer.slice(0, newer.indexOf(latest) + 1);
  return later.length > 0 ? `${later.length} behind ${latest}, since ${time[later[0]].slice(0, 10)}` : undefined;
}

/** Returns how many tags came after a tag, or the newest commit if a commit was read. GitHub tells no dates here. */
async function askGitHub({ name, version }) {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  const output = await must('git', ['ls-remote', `https://github.com/${name}`, 'HEAD', 'refs/tags/*'], { env });
  const refs = output
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  if (!version.includes('.')) {
    const [head = ''] = refs.find(([, ref]) => ref === 'HEAD') ?? [];
    return head.startsWith(version) ? undefined : `the newest commit is ${head.slice(0, 7)}`;
  }
  const tags = refs.map(([, ref = '']) => ref.replace('refs/tags/', ''));
  if (!tags.includes(version)) throw new Error(`${name} has no tag ${version}.`);
  const later = releasesAfter(version, tags);
  return later.length > 0 ? `${later.length} behind ${later.at(-1)}` : undefined;
}
