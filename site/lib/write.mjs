// Writes what Astro reads: a Markdown file for each page, and the images of the docs.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageJson, root } from '../../scripts/lib/repo.mjs';
import { sitemap, withLinks } from './pages.mjs';

const SITE = join(root, 'site');

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes the pages for a build with this base path. */
export function writeContent(base) {
  const pages = sitemap().flatMap((group) => group.pages);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const content = join(SITE, 'src/content');
  rmSync(content, { recursive: true, force: true });
  for (const page of pages) {
    const { slug, title, about } = page;
    const head = { title, description: about || title, slug };
    const text = withLinks(page, byFile, (to) => `${base}${to.slug}/`, base);
    const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    write(join(content, 'docs', `${slug}.md`), `---\n${lines.join('\n')}\n---\n\n${ranked(page, text)}\n`);
  }
  cpSync(join(root, 'docs/images'), join(SITE, 'public/docs/images'), { recursive: true });
}

/** The many pages of the reference contain every word often. A guide about a word comes first in the search. */
const ranked = ({ file }, text) =>
  /^docs\/(api|parts)\//.test(file) ? `<div data-pagefind-weight="0.2">\n\n${text}\n\n</div>` : text;

/** Writes each page as Markdown beside it, and llms.txt. */
export function writeMarkdown(base, out = join(SITE, 'dist')) {
  const map = sitemap();
  const pages = map.flatMap((group) => group.pages);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const url = ({ slug }) => `${base}${slug}.md`;
  const texts = pages.map((page) => `# ${page.title}\n\n${withLinks(page, byFile, url, base)}\n`);
  pages.forEach(({ slug }, index) => write(join(out, `${slug}.md`), texts[index]));
  const line = (page) => `- [${page.label}](${url(page)})${page.about ? `: ${page.about}` : ''}`;
  const sections = map.map(({ label, pages: list }) => `## ${label}\n\n${list.map(line).join('\n')}\n`);
  write(join(out, 'llms.txt'), [`# react-ask-user\n\n> ${packageJson.description}\n`, ...sections].join('\n'));
  write(join(out, 'llms-full.txt'), texts.join('\n---\n\n'));
}
