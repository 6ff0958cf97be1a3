import type { AskUserMessages } from 'react-ask-user';
import { ar } from 'react-ask-user/messages/ar';
import { de } from 'react-ask-user/messages/de';
import { es } from 'react-ask-user/messages/es';
import { fr } from 'react-ask-user/messages/fr';
import { ja } from 'react-ask-user/messages/ja';
import { zh } from 'react-ask-user/messages/zh';

interface Language {
  title: string;
  /** Not set for English, which is the default. */
  messages?: AskUserMessages;
  rightToLeft?: true;
}

/** Values of the locale toolbar. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { title: 'English' },
  de: { title: 'Deutsch', messages: de },
  es: { title: 'Español', messages: es },
  fr: { title: 'Français', messages: fr },
  ja: { title: '日本語', messages: ja },
  'zh-Hans': { title: '简体中文', messages: zh },
  ar: { title: 'العربية', messages: ar, rightToLeft: true },
};
