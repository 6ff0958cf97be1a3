import { reasons } from '../reasons.js';
import { createFormat } from './format.js';
import type { AskUserTerminalLanguage } from '../terminal-types.js';
import type { AskUserLanguage } from '../types.js';

const OTHER = 'Etwas anderes';
const TITLE = { one: 'Frage von {asker}', other: '# Fragen von {asker}' };
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

/**
 * Creates the German messages with the numbers of a region, such as `de-AT` or `de-CH`.
 *
 * @throws {RangeError} If the tag is invalid, such as `de_AT`.
 */
export function createMessages(locale = 'de'): AskUserLanguage {
  const { number, plural, range, list } = createFormat(locale);
  return {
    locale,
    asker: 'Assistent',
    title: (questions) => plural(questions, TITLE),
    ahead: '{asker} arbeitet inzwischen weiter. Antworten Sie, wann Sie möchten.',
    round: (round, answered) => `Runde ${number(round)}, bisher ${number(answered)} beantwortet`,
    preparing: '{asker} bereitet eine Frage vor…',
    collapse: 'Einklappen',
    expand: 'Fortsetzen',
    writeMessage: 'Stattdessen eine Nachricht schreiben',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker} hat eine Frage: ${question}`
        : `${plural(questions, QUESTIONS).replace('{asker}', () => asker)}. Die erste: ${question}`,
    card: (asker, question, questions) =>
      plural(questions, TITLE).replace('{asker}', () => (questions === 1 ? `${asker}: ${question}` : asker)),
    position: (position, questions) => `Frage ${number(position)} von ${number(questions)}.`,
    tab: (position) => `Frage ${number(position)}`,
    tabs: 'Fragen',
    tabState: (name, state) => `${name}, ${state}`,
    answered: 'beantwortet',
    skipped: 'übersprungen',
    missing: 'Antwort fehlt',
    invalid: 'Antwort nicht gültig',
    answeredOf: (answered, questions) => `${number(answered)} von ${number(questions)} beantwortet`,
    place: (position, questions, answered) =>
      `Frage ${number(position)} von ${number(questions)}, ${number(answered)} beantwortet`,
    nextUnanswered: 'Nächste offene Frage',
    chooseOne: 'Wählen Sie eine Option.',
    chooseMany: 'Wählen Sie alles Zutreffende.',
    recommended: 'Empfohlen',
    noLabel: (position) => `Option ${number(position)} (ohne sichtbaren Text)`,
    lookAlike: (label, position) => `${label} (Option ${number(position)})`,
    cleaned: 'Unsichtbare Zeichen in diesem Text werden nicht angezeigt.',
    other: OTHER,
    otherHint: 'Eigene Antwort eingeben',
    yourAnswer: 'Ihre Antwort',
    more: (options) => `${number(options)} weitere`,
    filter: 'Optionen filtern',
    filterCount: (shown, options) => `${number(shown)} von ${number(options)} Optionen`,
    filterNone: (other) => `Keine Option passt. Ändern Sie den Filter${other ? ` oder wählen Sie „${OTHER}“` : ''}.`,
    selectAll: (options) => `Alle ${number(options)} auswählen`,
    selectMore: (options) => `${number(options)} dazu auswählen`,
    selectedCount: (options) => `${number(options)} ausgewählt`,
    keyUnfilter: 'Filter leeren',
    previewOf: (label) => `Vorschau von „${label}“`,
    previewPrompt: 'Wählen Sie eine Option, um ihre Vorschau zu sehen.',
    noPreview: 'Diese Option hat keine Vorschau.',
    openLarger: 'Größer anzeigen',
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
    removeNote:
      'Die Notiz kann mit dieser Antwort nicht gesendet werden. Ändern Sie die Antwort oder entfernen Sie die Notiz.',
    chooseCount: (min, max) => `Wählen Sie ${range(min, max, RANGE)} aus.`,
    typeLength: (min, max) => `Geben Sie ${range(min, max, RANGE)} Zeichen ein.`,
    typeNumber: (whole, min, max) =>
      `Geben Sie eine ${whole ? 'ganze Zahl' : 'Zahl (mit Punkt statt Komma)'} ein${range(min, max, SIZE, String)}.`,
    typeFormat: {
      email: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
      url: 'Geben Sie eine Webadresse ein, etwa https://example.com.',
      date: 'Geben Sie ein Datum als Jahr-Monat-Tag ein, etwa 2026-01-31.',
      'date-time': 'Geben Sie Datum und Uhrzeit ein, etwa 2026-01-31T09:30:00Z.',
    },
    review: 'Überprüfen',
    reviewTitle: 'Überprüfen Sie Ihre Antworten',
    notAnswered: 'Noch nicht beantwortet',
    leftBlank: 'Leer gelassen',
    noAnswer: 'Keine Antwort',
    quote: (text) => `„${text}“`,
    askBack: 'Rückfrage stellen',
    askBackField: 'Ihre Rückfrage',
    askBackSend: 'Rückfrage senden',
    askBackWaiting: 'Antwort wird erwartet…',
    askBackReplied: (reply) => `Antwort: ${reply}`,
    askBackFailed: 'Es kam keine Antwort.',
    askBackCut: 'Der Rest der Antwort ist zu lang zum Anzeigen.',
    askBackTooLong: (length, limit) =>
      `Die Rückfrage darf höchstens ${number(limit)} Zeichen haben. Sie hat ${number(length)}.`,
    discussThis: 'Lieber diese Frage besprechen',
    discussThisTitle: 'Diese Frage zuerst besprechen?',
    discussAbout: (question) => `Zu besprechen: „${question}“`,
    askedBack: 'Ihre Rückfragen',
    list,
    change: 'Ändern',
    answer: 'Beantworten',
    changeName: (name, answered) => (answered ? `(Antwort auf ${name})` : `(${name})`),
    useRecommended: (questions, isRest) =>
      isRest
        ? plural(questions, {
            one: 'Für die übrige Frage die empfohlene Option übernehmen',
            other: 'Für die übrigen # Fragen die empfohlene Option übernehmen',
          })
        : plural(questions, {
            one: 'Für # Frage die empfohlene Option übernehmen',
            other: 'Für # Fragen die empfohlene Option übernehmen',
          }),
    takeRecommended: (options) =>
      plural(options, { one: 'Diese Option übernehmen', other: 'Diese # Optionen übernehmen' }),
    tookRecommended: (questions) =>
      plural(questions, {
        one: 'Für # Frage wurde die empfohlene Option übernommen.',
        other: 'Für # Fragen wurde die empfohlene Option übernommen.',
      }),
    undoRecommended: 'Rückgängig',
    corrected: 'Ihre Änderung wird als Nachricht gesendet.',
    sendLate: 'Als Nachricht senden',
    sentLate: 'Ihre Antworten wurden als Nachricht gesendet.',
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
    keepAnswering: 'Weiter antworten',
    discard: 'Verwerfen',
    leave: 'Ohne Antwort beenden',
    askBackUnsent: 'Ihre Rückfrage wird nicht gesendet.',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `Die Antwort ist lang (${number(lengths[0] ?? 0)} Zeichen). Trotzdem senden?`
        : `${number(lengths.length)} Antworten sind lang. Trotzdem senden?`,
    longItem: (name, length) => `${name}: ${number(length)} Zeichen`,
    longText: 'Lange Antworten werden vollständig gesendet.',
    edit: 'Antwort bearbeiten',
    submitAnyway: 'Trotzdem senden',
    failed: (status) =>
      status === 'answered'
        ? 'Ihre Antworten wurden nicht gesendet. Sie sind noch hier.'
        : 'Das Senden ist fehlgeschlagen. Alle Eingaben sind noch hier.',
    settled: {
      answered: '{asker} hat Ihre Antwort erhalten',
      declined: '{asker} hat keine Antwort erhalten: Sie haben die Anfrage abgelehnt',
      discussed: '{asker} hat keine Antwort erhalten: Sie möchten die Fragen zuerst besprechen',
      cancelled: '{asker} hat keine Antwort erhalten: Sie haben die Anfrage abgebrochen',
      aborted: '{asker} braucht keine Antwort mehr',
      superseded: '{asker} wartet nicht mehr: Die Anfrage wurde ersetzt',
      connectionLost: '{asker} ist nicht mehr erreichbar: Die Verbindung ist verloren',
      timedOut: '{asker} wartet nicht mehr: Die Zeit für die Anfrage ist abgelaufen',
      unavailable: '{asker} hat eine Anfrage gestellt, die nicht angezeigt werden konnte',
      invalid: '{asker} hat eine Anfrage gestellt, die nicht gelesen werden konnte',
    },
    reason: reasons('Bereits an anderer Stelle beantwortet.', 'Der Agent wartet nicht mehr auf eine Antwort.'),
    notSent: 'Ihre Antwort wurde nicht verwendet. Sie können sie noch kopieren.',
    keyChoose: 'wählen',
    keyToggle: 'umschalten',
    keyContinue: { submit: 'senden', next: 'weiter', review: 'überprüfen' },
    keySend: 'senden',
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
    carried: (answers, questions) =>
      questions === 1
        ? 'Diese Frage haben Sie schon beantwortet.'
        : `Sie haben schon ${number(answers)} dieser ${number(questions)} Fragen beantwortet.`,
    carriedUse: 'Meine Antworten übernehmen',
    carriedDismiss: 'Ausblenden',
    carriedUsed: 'Ihre früheren Antworten sind eingetragen. Nichts wurde gesendet.',
    carriedUndo: 'Wieder entfernen',
    carriedChanged: 'Seit Ihrer Antwort geändert: Sehen Sie noch einmal nach.',
    carriedLeft: 'Auch das haben Sie eingegeben. Sie können es kopieren.',
    moreWaiting: (requests) =>
      plural(requests, { one: 'Eine weitere Anfrage wartet', other: '# weitere Anfragen warten' }),
    canWait: (requests) => plural(requests, { one: 'Eine Anfrage kann warten', other: '# Anfragen können warten' }),
    answerNow: 'Beantworten',
    nextAsker: 'Als Nächstes: {asker}',
    elsewhere: {
      answered: (by) => (by ? `Von ${by} beantwortet` : 'In einem anderen Fenster beantwortet'),
      cancelled: (by) => (by ? `Von ${by} abgebrochen` : 'In einem anderen Fenster abgebrochen'),
      declined: (by) => (by ? `Von ${by} abgelehnt` : 'In einem anderen Fenster abgelehnt'),
      discussed: (by) =>
        by ? `${by} möchte die Fragen zuerst besprechen` : 'In einem anderen Fenster um ein Gespräch gebeten',
    },
    unreached: 'Der Agent war schon weiter und hat dies nicht erhalten',
    orphaned: 'Der Agent läuft nicht mehr',
    orphanedText: 'Niemand wartet auf diese Antwort.',
    nextQuestion: 'Nächste Frage',
    offline: 'Verbindung unterbrochen. Sie wird wiederhergestellt…',
    online: 'Wieder verbunden.',
    reconnect: 'Neu verbinden',
    unauthorized: 'Sie sind abgemeldet. Melden Sie sich an und versuchen Sie es erneut.',
    forbidden: 'Sie haben keine Berechtigung zu antworten.',
    misdirected: 'Der Server akzeptiert die Adresse dieser Seite nicht.',
    kept: 'Ihre Antworten bleiben erhalten.',
    tooLarge: 'Ihre Antworten sind zu lang zum Senden. Kürzen Sie sie und versuchen Sie es erneut.',
    rejected: 'Der Server hat Ihre Antworten nicht angenommen. Ändern Sie sie und versuchen Sie es erneut.',
    restored: 'Ihre früheren Eingaben sind wieder da.',
    startOver: 'Neu beginnen',
    startedOver: 'Ihre früheren Eingaben wurden entfernt.',
    undo: 'Rückgängig',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `${asker} hat eine Frage` : 'Eine Frage wartet auf Sie'),
  };
}

/** The German messages. */
export const de: AskUserLanguage = /* @__PURE__ */ createMessages();

/** Creates the German messages of a terminal with the numbers of a region, as `createMessages` does. */
export function createTerminalMessages(locale = 'de'): AskUserTerminalLanguage {
  const { plural } = createFormat(locale);
  return {
    ...createMessages(locale),
    hintTo: (action) => action,
    hintChoose: 'wählen',
    hintToggle: 'umschalten',
    hintSubmit: 'senden',
    hintNext: 'weiter',
    hintSend: 'senden',
    hintNewLine: 'neue Zeile',
    hintCancel: 'abbrechen',
    hintSelect: 'auswählen',
    hintNavigate: 'bewegen',
    hintQuickSelect: 'direkt auswählen',
    hintConfirm: 'bestätigen',
    hintSwitch: 'wechseln',
    hintGoBack: 'zurück',
    hintList: 'zur Liste',
    hintShowAll: 'alle anzeigen',
    hintRetry: 'erneut versuchen',
    hintChange: 'ändern',
    hintGo: 'öffnen',
    hintFilter: 'filtern',
    hintAll: 'alle',
    hintClear: 'Auswahl aufheben',
    hintSkip: 'überspringen',
    hintNote: 'Notiz',
    hintAskBack: 'nachfragen',
    hintDiscussThis: 'Frage besprechen',
    hintDecline: 'ablehnen',
    hintDiscuss: 'besprechen',
    hintQuestions: 'Fragen',
    hintNextUnanswered: 'nächste offene',
    hintUseRecommended: 'Empfohlenes übernehmen',
    hintUndoRecommended: 'Empfohlenes entfernen',
    hintUseCarried: 'meine Antworten übernehmen',
    hintUndoCarried: 'wieder entfernen',
    hintDismissCarried: 'meine Antworten ausblenden',
    hintQuit: 'noch einmal: beenden',
    moreLines: (lines, key) => `${plural(lines, { one: '# weitere Zeile', other: '# weitere Zeilen' })} (${key})`,
    htmlPreview: 'Die Vorschau ist eine Webseite, die ein Terminal nicht anzeigen kann.',
    htmlPreviewWeb: 'Die Vorschau ist eine Webseite. Mit --web können Sie sie sehen.',
    waitIn: (file) => `Die Fragen warten in ${file}`,
  };
}

/** The German messages of a terminal. */
export const deTerminal: AskUserTerminalLanguage = /* @__PURE__ */ createTerminalMessages();
