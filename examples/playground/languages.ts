import type { AskUserLanguage } from 'react-ask-user';

export interface Language {
  readonly title: string;
  readonly dir: 'ltr' | 'rtl';
  /** Loads the messages. English is the default of the dialog. */
  readonly load?: () => Promise<AskUserLanguage>;
}

/** Languages by the name of their entry, such as `react-ask-user/messages/de`. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { title: 'English', dir: 'ltr' },
  de: { title: 'Deutsch', dir: 'ltr', load: async () => (await import('react-ask-user/messages/de')).de },
  es: { title: 'Español', dir: 'ltr', load: async () => (await import('react-ask-user/messages/es')).es },
  fr: {
    title: 'Français',
    dir: 'ltr',
    load: async () => (await import('react-ask-user/messages/fr')).fr,
  },
  ja: { title: '日本語', dir: 'ltr', load: async () => (await import('react-ask-user/messages/ja')).ja },
  zh: {
    title: '简体中文',
    dir: 'ltr',
    load: async () => (await import('react-ask-user/messages/zh')).zh,
  },
  ar: { title: 'العربية', dir: 'rtl', load: async () => (await import('react-ask-user/messages/ar')).ar },
};
