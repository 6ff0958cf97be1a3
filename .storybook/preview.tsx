import '@fontsource-variable/inter';
import type { Decorator, Preview } from '@storybook/react-vite';
import { StrictMode } from 'react';
import 'react-ask-user/styles.css';
import './preview.css';

const toolbar = (title: string, icon: 'mirror' | 'transfer', values: Record<string, string>) => ({
  toolbar: {
    title,
    icon,
    items: Object.entries(values).map(([value, label]) => ({ value, title: label })),
    dynamicTitle: true,
  },
});

/** On the document, as a host sets them, so that a modal and its backdrop follow too. */
const withPage: Decorator = (Story, { globals }) => {
  document.documentElement.style.colorScheme = String(globals['theme']);
  document.documentElement.dir = String(globals['direction']);
  return (
    <StrictMode>
      <Story />
    </StrictMode>
  );
};

const preview: Preview = {
  globalTypes: {
    theme: toolbar('Theme', 'mirror', { light: 'Light', dark: 'Dark' }),
    direction: toolbar('Direction', 'transfer', { ltr: 'Left to right', rtl: 'Right to left' }),
  },
  initialGlobals: { theme: 'light', direction: 'ltr' },
  parameters: {
    a11y: { test: 'error' },
    // The page's own, in preview.css: it follows the theme.
    backgrounds: { disable: true },
    controls: { expanded: true },
    layout: 'padded',
  },
  decorators: [withPage],
};

export default preview;
