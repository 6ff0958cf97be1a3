import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { entries, root } from '../scripts/lib/repo.mjs';
import { sitemap } from './lib/pages.mjs';
import { wrapTables } from './lib/tables.mjs';

const hasStories = process.env.SITE_STORIES === '1';

/** The built package by its names, as an app imports it. */
const alias = [
  ...entries().map(({ name, dist }) => [name, dist]),
  ['react-ask-user/styles.css', 'dist/styles.css'],
].map(([name, file]) => ({ find: new RegExp(`^${name}$`), replacement: `${root}/${file}` }));

export default defineConfig({
  base: process.env.SITE_BASE ?? '/',
  trailingSlash: 'always',
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  markdown: { smartypants: false, rehypePlugins: [wrapTables] },
  vite: { resolve: { alias, dedupe: ['react', 'react-dom'] } },
  integrations: [
    starlight({
      title: 'react-ask-user',
      description: 'A React dialog and headless hook that let an AI agent ask the user structured questions.',
      favicon: '/favicon.svg',
      customCss: ['@fontsource-variable/inter', './src/styles/site.css'],
      components: { PageTitle: './src/components/PageTitle.astro', Search: './src/components/Search.astro' },
      credits: false,
      sidebar: [
        { label: 'Playground', link: '/playground/' },
        ...(hasStories ? [{ label: 'Stories', link: '/stories/' }] : []),
        ...sitemap().map(({ label, collapsed = false, pages }) => ({
          label,
          collapsed,
          items: pages.map((page) => ({ label: page.label, slug: page.slug })),
        })),
      ],
    }),
  ],
});
