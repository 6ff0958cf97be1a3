import type { AskUserHtmlMessages } from './lazy-types.js';

export const enHtml: AskUserHtmlMessages = {
  previewFrom: (label, asker) => `Preview of “${label}”, from ${asker}`,
  showText: 'Show as text',
  showPicture: 'Show as picture',
};
