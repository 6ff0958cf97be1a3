import type { PageWords } from './types.js';

const NOT_SENT = 'Was Sie hier eingegeben haben, wurde nicht gesendet. Sie können es noch kopieren.';

export const words: PageWords = {
  web: {
    title: 'Eine Frage aus Ihrem Terminal',
    answered: 'Ihre Antwort ist im Terminal. Sie können diesen Tab schließen.',
    sent: 'An Ihr Terminal gesendet. Sie können diesen Tab schließen.',
    ended: 'Der Befehl im Terminal ist beendet.',
    gone: `Der Befehl im Terminal ist beendet. ${NOT_SENT}`,
    answeredElsewhere: `Auf einer anderen Seite beantwortet. ${NOT_SENT}`,
    endedElsewhere: `Auf einer anderen Seite beendet. ${NOT_SENT}`,
    notShown: `Die Frage konnte nicht angezeigt werden. Deshalb ist der Befehl im Terminal beendet. ${NOT_SENT}`,
    stopped: `Der Befehl im Terminal wurde abgebrochen. ${NOT_SENT}`,
    refused: {
      used: [
        'Diese Adresse wurde schon verwendet',
        'Jede Adresse öffnet eine Seite. Wenn diese Seite noch offen ist, antworten Sie dort. Wenn sie geschlossen ist, zeigt das Terminal eine neue Adresse.',
      ],
      unknown: [
        'Diese Adresse ist nicht gültig',
        'Der Befehl im Terminal hat diese Adresse nicht ausgegeben. Kopieren Sie die ganze Adresse aus dem Terminal.',
      ],
      incomplete: [
        'Diese Adresse ist nicht vollständig',
        'Der Teil nach dem # fehlt. Kopieren Sie die ganze Adresse aus dem Terminal.',
      ],
    },
  },
  agent: {
    title: 'Fragen Ihres Agenten',
    nothingWaits: 'Keine Frage wartet. Sie können diese Seite schließen. Die nächste Frage öffnet sie wieder.',
    sent: 'An Ihren Agenten gesendet. Sie können diese Seite schließen. Die nächste Frage öffnet sie wieder.',
    sentLast: 'An Ihren Agenten gesendet. Sie können diese Seite schließen.',
    ended: 'Ihr Agent ist beendet. Sie können diese Seite schließen.',
    endedUnsent:
      'Ihr Agent ist beendet. Sie können diese Seite schließen. Was Sie eingegeben haben, wurde nicht gesendet. Sie können es noch kopieren.',
    notShown: 'Die Frage konnte hier nicht angezeigt werden. Ihr Agent hat das erfahren.',
    noLongerWaits:
      'Ihr Agent wartet nicht mehr auf diese Antwort. Wenn er dasselbe noch einmal fragt, werden Ihre Antworten hier angeboten.',
    answeredElsewhere: 'Auf einer anderen Seite beantwortet. Sie können diese Seite schließen.',
    replaced: 'Die Fragen sind auf einer neueren Seite. Sie können diese schließen.',
    refused: [
      'Diese Adresse kann nicht verwendet werden',
      'Jede Adresse öffnet eine Seite, und nur einmal. Wenn diese Seite noch offen ist, antworten Sie dort. Lassen Sie sonst Ihren Agenten noch einmal fragen.',
    ],
  },
};
