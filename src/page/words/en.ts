import type { PageWords } from './types.js';

const NOT_SENT = 'What you typed here was not sent. You can still copy it.';

export const words: PageWords = {
  web: {
    title: 'A question from your terminal',
    answered: 'Your answer is in the terminal. You can close this tab.',
    sent: 'Sent to your terminal. You can close this tab.',
    ended: 'The command in the terminal has ended.',
    gone: `The command in the terminal has ended. ${NOT_SENT}`,
    answeredElsewhere: `Answered in another page. ${NOT_SENT}`,
    endedElsewhere: `Ended in another page. ${NOT_SENT}`,
    notShown: `The question could not be shown, so the command in the terminal has ended. ${NOT_SENT}`,
    stopped: `The command in the terminal was stopped. ${NOT_SENT}`,
    refused: {
      used: [
        'This address has been used',
        'Each address opens one page. If that page is still open, answer there. If it is closed, the terminal shows a new address.',
      ],
      unknown: [
        'This address is not valid',
        'The command in the terminal did not print this address. Copy the whole address from the terminal.',
      ],
      incomplete: [
        'This address is not complete',
        'The part after the # is missing. Copy the whole address from the terminal.',
      ],
    },
  },
  agent: {
    title: 'Questions from your agent',
    nothingWaits: 'No question waits. You can close this page; the next question opens it again.',
    sent: 'Sent to your agent. You can close this page; the next question opens it again.',
    sentLast: 'Sent to your agent. You can close this page.',
    ended: 'Your agent has ended. You can close this page.',
    endedUnsent:
      'Your agent has ended. You can close this page. What you entered was not sent, but you can still copy it.',
    notShown: 'The question could not be shown here. Your agent was told so.',
    noLongerWaits:
      'Your agent no longer waits for this answer. If it asks the same again, your answers are offered here.',
    answeredElsewhere: 'Answered in another page. You can close this page.',
    replaced: 'The questions are in a newer page. You can close this one.',
    refused: [
      'This address cannot be used',
      'Each address opens one page, once. If that page is still open, answer there. Otherwise let your agent ask again.',
    ],
  },
};
