import '@fontsource-variable/inter';
import type { Decorator, Preview } from '@storybook/react-vite';
import { StrictMode } from 'react';
import 'react-ask-user/styles.css';
import { configure } from 'storybook/test';
import { legibleArgTypes } from './arg-types.js';
import { CONTRASTS, showContrast } from './contrast.js';
import { documentDialog } from './dialog-docs.js';
import { DocsPage } from './docs-page.js';
import { checkHosts } from './hosts/check-hosts.js';
import { LANGUAGES } from './languages.js';
import { checkOtherTheme } from './other-theme.js';
import './preview.css';

documentDialog();
// Queries poll for one second by default, which a busy machine exceeds.
configure({ asyncUtilTimeout: 10_000 });

type Icon = 'mirror' | 'transfer' | 'globe' | 'browser' | 'contrast';

const viewport = (name: string, type: 'mobile' | 'tablet' | 'desktop', width: number, height: number) => ({
  name: `${name}, ${width} x ${height}`,
  type,
  styles: { width: `${width}px`, height: `${height}px` },
});

const VIEWPORTS = {
  panel: viewport('Side panel', 'mobile', 320, 640),
  small: viewport('Small phone', 'mobile', 360, 640),
  phone: viewport('Phone', 'mobile', 390, 844),
  keyboard: viewport('Phone with its keyboard open', 'mobile', 390, 508),
  tablet: viewport('Tablet', 'tablet', 768, 1024),
  desktop: viewport('Desktop', 'desktop', 1280, 860),
};

const toolbar = (title: string, icon: Icon, values: Record<string, string>) => ({
  toolbar: {
    title,
    icon,
    items: Object.entries(values).map(([value, label]) => ({ value, title: label })),
    dynamicTitle: true,
  },
});

/** Sets the globals on the document, as a host does, so that a modal and its backdrop follow them. */
const withPage: Decorator = (Story, { globals }) => {
  const { theme, direction, locale, contrast } = globals;
  const byLanguage = LANGUAGES[String(locale)]?.rightToLeft ? 'rtl' : 'ltr';
  document.documentElement.style.colorScheme = String(theme);
  showContrast(String(contrast));
  document.documentElement.dir = direction === 'auto' ? byLanguage : String(direction);
  return (
    <StrictMode>
      <Story />
    </StrictMode>
  );
};

/** A toolbar that is set takes precedence over the story. */
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
    contrast: toolbar('Contrast', 'contrast', CONTRASTS),
    locale: toolbar(
      'Language of the dialog',
      'globe',
      Object.fromEntries(Object.entries(LANGUAGES).map(([locale, { title }]) => [locale, title])),
    ),
    direction: toolbar('Direction', 'transfer', {
      auto: 'Language’s direction',
      ltr: 'Left to right',
      rtl: 'Right to left',
    }),
    presentation: toolbar('Presentation', 'browser', {
      story: 'Story’s presentation',
      inline: 'Inline',
      modal: 'Modal',
      dock: 'Dock',
    }),
  },
  initialGlobals: { theme: 'light', contrast: 'page', locale: 'en', direction: 'auto', presentation: 'story' },
  parameters: {
    a11y: { test: 'error' },
    // The background is in preview.css and follows the theme.
    backgrounds: { disable: true },
    docs: { page: DocsPage },
    controls: { expanded: true },
    layout: 'padded',
    options: {
      // A literal, because Storybook reads this without running it.
      storySort: {
        order: [
          'Welcome',
          'Gallery',
          'Dialog',
          'Queue',
          'Receipt',
          'States',
          [
            'Arriving and staying',
            'Answering',
            'Rules',
            'Content',
            'Markdown',
            'Presentation',
            'Endings',
            'Extremes',
            'Attacks',
          ],
          'Theming',
          'Parts',
          ['Composition', 'Card', 'Questions', 'Options', 'Actions'],
          'Headless',
        ],
      },
    },
    viewport: { options: VIEWPORTS },
  },
  decorators: [withToolbars, withPage],
  argTypesEnhancers: [legibleArgTypes],
  afterEach: [checkOtherTheme, checkHosts],
};

export default preview;
