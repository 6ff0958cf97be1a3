import type { AskUserHtmlMessages } from './types.js';

/** English, for previews in HTML. */
export const enHtml: AskUserHtmlMessages = {
  previewFrom: (label, asker) => `Preview of “${label}”, from ${asker}`,
  showText: 'Show as text',
  showPicture: 'Show as picture',
};
