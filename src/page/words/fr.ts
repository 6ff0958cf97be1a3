import type { PageWords } from './types.js';

const NOT_SENT = 'Ce que vous avez saisi ici n’a pas été envoyé. Vous pouvez encore le copier.';

export const words: PageWords = {
  web: {
    title: 'Une question de votre terminal',
    answered: 'Votre réponse est dans le terminal. Vous pouvez fermer cet onglet.',
    sent: 'Envoyé à votre terminal. Vous pouvez fermer cet onglet.',
    ended: 'La commande du terminal est terminée.',
    gone: `La commande du terminal est terminée. ${NOT_SENT}`,
    answeredElsewhere: `Une autre page a déjà répondu. ${NOT_SENT}`,
    endedElsewhere: `Une autre page a mis fin à la demande. ${NOT_SENT}`,
    notShown: `La question n’a pas pu être affichée. La commande du terminal est donc terminée. ${NOT_SENT}`,
    stopped: `La commande du terminal a été interrompue. ${NOT_SENT}`,
    refused: {
      used: [
        'Cette adresse a déjà été utilisée',
        'Chaque adresse ouvre une seule page. Si cette page est encore ouverte, répondez-y. Si elle est fermée, le terminal affiche une nouvelle adresse.',
      ],
      unknown: [
        'Cette adresse n’est pas valide',
        'La commande du terminal n’a pas affiché cette adresse. Copiez l’adresse entière depuis le terminal.',
      ],
      incomplete: [
        'Cette adresse est incomplète',
        'Il manque la partie qui suit le #. Copiez l’adresse entière depuis le terminal.',
      ],
    },
  },
  agent: {
    title: 'Questions de votre agent',
    nothingWaits: 'Aucune question n’attend. Vous pouvez fermer cette page\u00a0; la prochaine question la rouvrira.',
    sent: 'Envoyé à votre agent. Vous pouvez fermer cette page\u00a0; la prochaine question la rouvrira.',
    sentLast: 'Envoyé à votre agent. Vous pouvez fermer cette page.',
    ended: 'Votre agent s’est arrêté. Vous pouvez fermer cette page.',
    endedUnsent:
      'Votre agent s’est arrêté. Vous pouvez fermer cette page. Ce que vous avez saisi n’a pas été envoyé, mais vous pouvez encore le copier.',
    notShown: 'La question n’a pas pu être affichée ici. Votre agent en a été informé.',
    noLongerWaits:
      'Votre agent n’attend plus cette réponse. S’il pose de nouveau la même question, vos réponses seront proposées ici.',
    answeredElsewhere: 'Une autre page a déjà répondu. Vous pouvez fermer celle-ci.',
    replaced: 'Les questions sont dans une page plus récente. Vous pouvez fermer celle-ci.',
    refused: [
      'Cette adresse ne peut pas être utilisée',
      'Chaque adresse ouvre une page, une seule fois. Si cette page est encore ouverte, répondez-y. Sinon, laissez votre agent poser de nouveau ses questions.',
    ],
  },
};
