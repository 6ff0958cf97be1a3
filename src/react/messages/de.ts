import { createFormat, reasons } from '../format.js';
import type { AskUserLanguage } from './types.js';

const OTHER = 'Etwas anderes';
const QUESTIONS = { one: '{asker} hat eine Frage', other: '{asker} hat # Fragen' };
const ANSWERS = { one: 'Eine Antwort verwerfen?', other: '# Antworten verwerfen?' };
const RANGE = {
  least: 'mindestens {min}',
  most: 'höchstens {max}',
  between: '{min} bis {max}',
  exactly: 'genau {min}',
};
const SIZE = {
  least: ', mindestens {min}',
  most: ', höchstens {max}',
  between: ' von {min} bis {max}',
  exactly: ', genau {min}',
};

/** The words in German, with the numbers of a region: `de-AT`, `de-CH`. */
export function createMessages(locale = 'de'): AskUserLanguage {
  const { number, plural, range, list } = createFormat(locale);
  const questionsOf = (asker: string, questions: number) =>
    plural(questions, QUESTIONS).replace('{asker}', () => asker);
  return {
    asker: 'Der Assistent',
    title: (questions) => plural(questions, QUESTIONS),
    preparing: '{asker} bereitet eine Frage vor…',
    collapse: 'Einklappen',
    expand: 'Fortsetzen',
    writeMessage: 'Stattdessen eine Nachricht schreiben',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker} hat eine Frage: ${question}`
        : `${questionsOf(asker, questions)}. Die erste: ${question}`,
    card: (asker, question, questions) =>
      questions === 1 ? `${asker} fragt: ${question}` : questionsOf(asker, questions),
    position: (position, questions) => `Frage ${number(position)} von ${number(questions)}.`,
    tab: (position) => `Frage ${number(position)}`,
    tabs: 'Fragen',
    tabState: (name, state) => `${name}, ${state}`,
    answered: 'beantwortet',
    skipped: 'übersprungen',
    missing: 'Antwort fehlt',
    invalid: 'Antwort nicht gültig',
    answeredOf: (answered, questions) => `${number(answered)} von ${number(questions)} beantwortet`,
    chooseOne: 'Wählen Sie eine Option.',
    chooseMany: 'Wählen Sie alles Zutreffende.',
    recommended: 'Empfohlen',
    noLabel: (position) => `Option ${number(position)} (ohne sichtbaren Text)`,
    lookAlike: (label, position) => `${label} (Option ${number(position)})`,
    cleaned: 'Unsichtbare Zeichen wurden aus diesem Text entfernt.',
    other: OTHER,
    otherHint: 'Eigene Antwort eingeben',
    yourAnswer: 'Ihre Antwort',
    more: (options) => `${number(options)} weitere`,
    previewOf: (label) => `Vorschau von „${label}“`,
    previewWait: 'Wählen Sie eine Option, um ihre Vorschau zu sehen.',
    previewNone: 'Diese Option hat keine Vorschau.',
    larger: 'Größer anzeigen',
    close: 'Schließen',
    counter: (length, limit) => `${number(length)} von ${number(limit)} empfohlenen Zeichen`,
    counterOver: (length, limit) =>
      `${number(length)} Zeichen, ${number(length - limit)} mehr als die empfohlenen ${number(limit)}. Nichts wird gekürzt.`,
    addNote: 'Notiz hinzufügen',
    note: 'Notiz (optional)',
    clear: 'Auswahl aufheben',
    skip: 'Überspringen',
    missingOption: `Wählen Sie eine Option oder geben Sie Ihre Antwort unter „${OTHER}“ ein.`,
    missingChoice: 'Wählen Sie eine Option.',
    missingOther: 'Geben Sie Ihre Antwort ein oder wählen Sie eine andere Option.',
    missingText: 'Geben Sie Ihre Antwort ein.',
    optional: 'Freiwillige Angabe.',
    orSkip: 'Sie können diese Frage auch überspringen.',
    chooseCount: (min, max) => `Wählen Sie ${range(min, max, RANGE)} aus.`,
    typeLength: (min, max) => `Geben Sie ${range(min, max, RANGE)} Zeichen ein.`,
    typeNumber: (whole, min, max) =>
      `Geben Sie eine ${whole ? 'ganze Zahl' : 'Zahl (mit Punkt statt Komma)'} ein${range(min, max, SIZE, String)}.`,
    typeFormat: {
      email: 'Geben Sie eine E-Mail-Adresse ohne Leerzeichen ein.',
      url: 'Geben Sie eine vollständige Webadresse ohne Leerzeichen ein, etwa https://example.com.',
      date: 'Geben Sie ein Datum als Jahr-Monat-Tag ein, etwa 2026-01-31.',
      'date-time': 'Geben Sie Datum und Uhrzeit ein, etwa 2026-01-31T09:30:00Z.',
    },
    review: 'Überprüfen',
    reviewTitle: 'Überprüfen Sie Ihre Antworten',
    notAnswered: 'Noch nicht beantwortet',
    noAnswer: 'Keine Antwort',
    quote: (text) => `„${text}“`,
    list,
    change: 'Ändern',
    answer: 'Beantworten',
    changeWhat: (name, answered) => (answered ? `(Antwort auf ${name})` : `(${name})`),
    submit: 'Senden',
    submitAll: 'Antworten senden',
    next: 'Weiter',
    back: 'Zurück',
    cancel: 'Abbrechen',
    decline: 'Nicht antworten',
    discuss: 'Lieber besprechen',
    retry: 'Erneut versuchen',
    sending: 'Wird gesendet…',
    discardTitle: (answers) => (answers === 0 ? 'Ohne Antwort beenden?' : plural(answers, ANSWERS)),
    discardText: (asker) => `${asker} erfährt, dass Sie abgebrochen haben.`,
    declineText: (asker) => `${asker} erfährt, dass Sie nicht antworten möchten.`,
    keep: 'Weiter antworten',
    discard: 'Verwerfen',
    end: 'Ohne Antwort beenden',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `Die Antwort ist lang (${number(lengths[0] ?? 0)} Zeichen). Trotzdem senden?`
        : `${number(lengths.length)} Antworten sind lang. Trotzdem senden?`,
    longItem: (name, length) => `${name}: ${number(length)} Zeichen`,
    longText: 'Der Text wird unverändert gesendet. Nichts wird gekürzt.',
    edit: 'Antwort bearbeiten',
    submitAnyway: 'Trotzdem senden',
    failed: (status) =>
      status === 'answered'
        ? 'Ihre Antworten wurden nicht gesendet. Sie sind noch hier.'
        : 'Das wurde nicht gesendet. Alle Eingaben sind noch hier.',
    settled: {
      answered: '{asker} hat Ihre Antwort erhalten',
      declined: '{asker} hat keine Antwort erhalten: Sie wollten nicht antworten',
      discussed: '{asker} hat keine Antwort erhalten: Sie möchten die Fragen zuerst besprechen',
      cancelled: '{asker} hat keine Antwort erhalten: Sie haben abgebrochen',
      aborted: '{asker} braucht keine Antwort mehr',
      superseded: '{asker} wartet nicht mehr: Die Fragen wurden ersetzt',
      connectionLost: '{asker} ist nicht mehr erreichbar: Die Verbindung ist verloren',
      timedOut: '{asker} wartet nicht mehr: Die Zeit ist abgelaufen',
      unavailable: '{asker} hatte Fragen, die nicht angezeigt werden konnten',
      invalid: '{asker} hatte Fragen, die nicht gelesen werden konnten',
    },
    reason: reasons('Die Antwort wurde an anderer Stelle gegeben.', 'Niemand wartet mehr auf die Antwort.'),
    unsent: 'Ihre Antwort hier wurde nicht verwendet. Sie können sie noch kopieren.',
    keyChoose: 'wählen',
    keyToggle: 'umschalten',
    keyContinue: { submit: 'senden', next: 'weiter', review: 'überprüfen' },
    keyNewLine: 'neue Zeile',
    keyCancel: 'abbrechen',
    keyFocus: 'antworten',
    previewFrom: (label, asker) => `Vorschau von „${label}“ (${asker})`,
    showText: 'Als Text anzeigen',
    showPicture: 'Als Bild anzeigen',
    submitPartial: 'Bisherige Antworten senden',
    partialText: (missing, questions, asker) =>
      `${plural(missing, { one: '# von {all} Fragen bleibt', other: '# von {all} Fragen bleiben' }).replace('{all}', () => number(questions))} unbeantwortet. ${asker} erfährt das.`,
    discussTitle: 'Fragen zuerst besprechen?',
    discussWhat: 'Was sollte vorher geklärt werden? (optional)',
    discussText: (asker) =>
      `${asker} erhält Ihre Nachricht und die bisherigen Antworten. Die Antworten gelten noch nicht.`,
    discussSend: 'Senden und besprechen',
    discussUnsent: 'Ihre Nachricht wird nicht gesendet.',
    showAll: 'Alles anzeigen',
    showLess: 'Weniger anzeigen',
    questionCount: (questions) => plural(questions, { one: '# Frage', other: '# Fragen' }),
    noFiles:
      'Dateien können mit dieser Antwort nicht gesendet werden. Beschreiben Sie die Datei, oder geben Sie ihren Pfad an.',
    moreWaiting: (requests) =>
      plural(requests, { one: 'Eine weitere Anfrage wartet', other: '# weitere Anfragen warten' }),
    nextAsker: 'Als Nächstes: {asker}',
    elsewhere: {
      answered: (by) => `In einem anderen Fenster${by ? ` von ${by}` : ''} beantwortet`,
      cancelled: (by) => `In einem anderen Fenster${by ? ` von ${by}` : ''} abgebrochen`,
      declined: (by) => `In einem anderen Fenster${by ? ` von ${by}` : ''} abgelehnt`,
    },
    unreached: 'Der Agent war schon weiter und hat dies nicht erhalten',
    orphaned: 'Der Agent ist nicht mehr da',
    orphanedText: 'Niemand wartet auf diese Antwort.',
    nextQuestion: 'Nächste Frage',
    offline: 'Offline. Die Verbindung wird wiederhergestellt. Ihre Eingaben bleiben erhalten.',
    online: 'Wieder online.',
    reconnect: 'Neu verbinden',
    refused: 'Der Zugriff wurde verweigert. Melden Sie sich eventuell neu an. Ihre Eingaben bleiben erhalten.',
    tooLarge: 'Ihre Antworten sind zu lang zum Senden. Sie sind noch hier. Kürzen Sie sie und versuchen Sie es erneut.',
    restored: 'Ihre früheren Eingaben sind wieder da.',
    startOver: 'Neu beginnen',
    startedOver: 'Ihre früheren Eingaben wurden entfernt.',
    undo: 'Rückgängig',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `${asker} hat eine Frage` : 'Eine Frage wartet auf Sie'),
  };
}

/** German. */
export const de: AskUserLanguage = /* @__PURE__ */ createMessages();
