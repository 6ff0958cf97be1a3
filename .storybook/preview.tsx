import '@fontsource-variable/inter';
import type { Decorator, Preview } from '@storybook/react-vite';
import { StrictMode } from 'react';
import 'react-ask-user/styles.css';
import { configure } from 'storybook/test';
import { legibleArgTypes } from './arg-types.js';
import { documentDialog } from './dialog-docs.js';
import { DocsPage } from './docs-page.js';
import { checkHosts } from './hosts/check-hosts.js';
import { LANGUAGES } from './languages.js';
import { checkOtherTheme } from './other-theme.js';
import './preview.css';

documentDialog();
// Queries poll for one second by default, which a busy machine exceeds.
configure({ asyncUtilTimeout: 10_000 });

type Icon = 'mirror' | 'transfer' | 'globe' | 'browser';

const toolbar = (title: string, icon: Icon, values: Record<string, string>) => ({
  toolbar: {
    title,
    icon,
    items: Object.entries(values).map(([value, label]) => ({ value, title: label })),
    dynamicTitle: true,
  },
});

/** On the document, as a host sets them, so that a modal and its backdrop follow too. */
const withPage: Decorator = (Story, { globals }) => {
  const { theme, direction, locale } = globals;
  const byLanguage = LANGUAGES[String(locale)]?.rightToLeft ? 'rtl' : 'ltr';
  document.documentElement.style.colorScheme = String(theme);
  document.documentElement.dir = direction === 'auto' ? byLanguage : String(direction);
  return (
    <StrictMode>
      <Story />
    </StrictMode>
  );
};

/** What the toolbars say goes over what the story says; untouched, they say nothing. */
const withToolbars: Decorator = (Story, { args, globals }) => {
  const locale = String(globals['locale']);
  const messages = LANGUAGES[locale]?.messages;
  const presentation: unknown = globals['presentation'];
  return (
    <Story
      args={{
        ...args,
        ...(messages && { messages, locale }),
        ...(presentation !== 'story' && { presentation }),
      }}
    />
  );
};

const preview: Preview = {
  globalTypes: {
    theme: toolbar('Theme', 'mirror', { light: 'Light', dark: 'Dark' }),
    locale: toolbar(
      'Language of the dialog',
      'globe',
      Object.fromEntries(Object.entries(LANGUAGES).map(([locale, { title }]) => [locale, title])),
    ),
    direction: toolbar('Direction', 'transfer', {
      auto: 'The language’s direction',
      ltr: 'Left to right',
      rtl: 'Right to left',
    }),
    presentation: toolbar('Presentation', 'browser', { story: 'The story’s own', inline: 'Inline', modal: 'Modal' }),
  },
  initialGlobals: { theme: 'light', locale: 'en', direction: 'auto', presentation: 'story' },
  parameters: {
    a11y: { test: 'error' },
    // The page's own, in preview.css: it follows the theme.
    backgrounds: { disable: true },
    docs: { page: DocsPage },
    controls: { expanded: true, sort: 'requiredFirst' },
    layout: 'padded',
    options: { storySort: { order: ['AskUserDialog', 'Parts', 'Headless', 'States'] } },
  },
  decorators: [withToolbars, withPage],
  argTypesEnhancers: [legibleArgTypes],
  afterEach: [checkOtherTheme, checkHosts],
};

export default preview;
