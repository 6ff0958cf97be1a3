import { createFormat } from './languages/format.js';
import type { AskUserTerminalMessages } from './terminal-types.js';

export function createTerminalWords(locale = 'en'): AskUserTerminalMessages {
  const { plural } = createFormat(locale);
  return {
    hintTo: (action) => `to ${action}`,
    hintChoose: 'choose',
    hintToggle: 'toggle',
    hintSubmit: 'submit',
    hintNext: 'next',
    hintSend: 'send',
    hintNewLine: 'new line',
    hintCancel: 'cancel',
    hintSelect: 'select',
    hintNavigate: 'navigate',
    hintQuickSelect: 'quick select',
    hintConfirm: 'confirm',
    hintSwitch: 'switch',
    hintGoBack: 'go back',
    hintList: 'to the list',
    hintShowAll: 'show all',
    hintRetry: 'try again',
    hintChange: 'change',
    hintGo: 'go',
    hintFilter: 'filter',
    hintAll: 'all',
    hintClear: 'clear',
    hintSkip: 'skip',
    hintNote: 'note',
    hintAskBack: 'ask about this',
    hintDiscussThis: 'discuss this',
    hintDecline: 'decline',
    hintDiscuss: 'discuss',
    hintQuestions: 'questions',
    hintNextUnanswered: 'next unanswered',
    hintUseRecommended: 'use recommended',
    hintUndoRecommended: 'undo recommended',
    hintUseCarried: 'use my answers',
    hintUndoCarried: 'undo',
    hintDismissCarried: 'dismiss my answers',
    hintQuit: 'again to quit',
    moreLines: (lines, key) => `${plural(lines, { one: '# more line', other: '# more lines' })} (${key})`,
    htmlPreview: 'The preview is a web page, which a terminal can’t show.',
    htmlPreviewWeb: 'The preview is a web page. Use --web to see it.',
    waitIn: (file) => `The questions wait in ${file}`,
  };
}

export const enTerminal: AskUserTerminalMessages = /* @__PURE__ */ createTerminalWords();
