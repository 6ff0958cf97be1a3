import { reasons } from '../reasons.js';
import { createFormat } from './format.js';
import type { AskUserTerminalLanguage } from '../terminal-types.js';
import type { AskUserLanguage } from '../types.js';

// In French, a no-break space precedes a colon, and a narrow one precedes a question mark.
const OTHER = 'Autre';
const TITLE = { one: 'Question posée par {asker}', other: '# questions posées par {asker}' };
const QUESTIONS = { one: '{asker} a une question', other: '{asker} a # questions' };
const ANSWERS = { one: 'Supprimer une réponse\u202f?', other: 'Supprimer # réponses\u202f?' };
const CHARACTERS = { one: '# caractère', other: '# caractères' };
const RANGE = {
  least: 'au moins {min}',
  most: 'au plus {max}',
  between: 'de {min} à {max}',
  exactly: 'exactement {min}',
};
const SIZE = {
  least: ', {min} au minimum',
  most: ', {max} au maximum',
  between: ' de {min} à {max}',
  exactly: '\u00a0: {min}',
};

/**
 * Creates the French messages with the numbers of a region, such as `fr-CA` or `fr-CH`.
 *
 * @throws {RangeError} If the tag is invalid, such as `fr_CA`.
 */
export function createMessages(locale = 'fr'): AskUserLanguage {
  const { number, plural, range, list } = createFormat(locale);
  const quote = (text: string) => `«\u00a0${text}\u00a0»`;
  return {
    locale,
    asker: 'Assistant',
    title: (questions) => plural(questions, TITLE),
    ahead: '{asker} continue entre-temps. Répondez quand vous voulez.',
    round: (round, answered) =>
      `Tour ${number(round)}, ${plural(answered, { one: '# réponse', other: '# réponses' })} jusqu’ici`,
    preparing: '{asker} prépare une question…',
    collapse: 'Réduire',
    expand: 'Reprendre',
    writeMessage: 'Écrire un message à la place',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker} a une question\u00a0: ${question}`
        : `${plural(questions, QUESTIONS).replace('{asker}', () => asker)}. La première\u00a0: ${question}`,
    card: (asker, question, questions) =>
      plural(questions, TITLE).replace('{asker}', () => (questions === 1 ? `${asker}\u00a0: ${question}` : asker)),
    position: (position, questions) => `Question ${number(position)} sur ${number(questions)}.`,
    tab: (position) => `Question ${number(position)}`,
    tabs: 'Questions',
    tabState: (name, state) => `${name}, ${state}`,
    answered: 'répondue',
    skipped: 'passée',
    missing: 'réponse manquante',
    invalid: 'réponse non valide',
    answeredOf: (answered, questions) =>
      plural(answered, { one: '# réponse sur {all}', other: '# réponses sur {all}' }).replace(
        '{all}',
        number(questions),
      ),
    place: (position, questions, answered) =>
      `Question ${number(position)} sur ${number(questions)}, ${plural(answered, { one: '# réponse', other: '# réponses' })}`,
    nextUnanswered: 'Prochaine sans réponse',
    chooseOne: 'Choisissez une option.',
    chooseMany: 'Choisissez toutes les options qui conviennent.',
    recommended: 'Recommandé',
    noLabel: (position) => `Option ${number(position)} (sans texte visible)`,
    lookAlike: (label, position) => `${label} (option ${number(position)})`,
    cleaned: 'Les caractères invisibles de ce texte ne sont pas affichés.',
    other: OTHER,
    otherHint: 'Saisissez votre propre réponse',
    yourAnswer: 'Votre réponse',
    more: (options) => plural(options, { one: '# autre', other: '# autres' }),
    filter: 'Filtrer les options',
    filterCount: (shown, options) => `${number(shown)} sur ${number(options)} options`,
    filterNone: (other) =>
      `Aucune option ne correspond. Modifiez le filtre${other ? ` ou choisissez ${quote(OTHER)}` : ''}.`,
    selectAll: (options) => `Tout sélectionner (${number(options)})`,
    selectMore: (options) => `En sélectionner ${number(options)} de plus`,
    selectedCount: (options) => plural(options, { one: '# sélectionnée', other: '# sélectionnées' }),
    keyUnfilter: 'effacer le filtre',
    previewOf: (label) => `Aperçu de ${quote(label)}`,
    previewPrompt: 'Choisissez une option pour voir son aperçu.',
    noPreview: 'Cette option n’a pas d’aperçu.',
    openLarger: 'Agrandir',
    close: 'Fermer',
    counter: (length, limit) => `${plural(length, CHARACTERS)} sur ${number(limit)} conseillés`,
    counterOver: (length, limit) =>
      `${plural(length, CHARACTERS)}, soit ${number(length - limit)} de plus que les ${number(limit)} conseillés. Rien ne sera coupé.`,
    addNote: 'Ajouter une note',
    note: 'Note (facultative)',
    clear: 'Effacer le choix',
    skip: 'Passer',
    missingOption: `Choisissez une option ou saisissez votre réponse sous ${quote(OTHER)}.`,
    missingChoice: 'Choisissez une option.',
    missingOther: 'Saisissez votre réponse ou choisissez une autre option.',
    missingText: 'Saisissez votre réponse.',
    optional: 'Facultatif.',
    removeNote: 'La note ne peut pas être envoyée avec cette réponse. Modifiez la réponse ou supprimez la note.',
    chooseCount: (min, max) => `Choisissez-en ${range(min, max, RANGE)}.`,
    typeLength: (min, max) =>
      `Saisissez ${range(min, max, RANGE)} ${plural(max ?? min ?? 0, { one: 'caractère', other: 'caractères' })}.`,
    typeNumber: (whole, min, max) =>
      `Saisissez un nombre ${whole ? 'entier' : 'avec un point décimal'}${range(min, max, SIZE, String)}.`,
    typeFormat: {
      email: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
      url: 'Saisissez une adresse web, par exemple https://example.com.',
      date: 'Saisissez une date sous la forme année-mois-jour, par exemple 2026-01-31.',
      'date-time': 'Saisissez une date et une heure, par exemple 2026-01-31T09:30:00Z.',
    },
    review: 'Vérifier',
    reviewTitle: 'Vérifiez vos réponses',
    notAnswered: 'Pas encore de réponse',
    leftBlank: 'Laissée vide',
    noAnswer: 'Aucune réponse',
    quote,
    askBack: 'Poser une question à ce sujet',
    askBackField: 'Votre question',
    askBackSend: 'Envoyer la question',
    askBackWaiting: 'En attente de la réponse…',
    askBackReplied: (reply) => `Réponse\u00a0: ${reply}`,
    askBackFailed: 'Aucune réponse n’est arrivée.',
    askBackCut: 'La suite de la réponse est trop longue pour être affichée.',
    askBackTooLong: (length, limit) =>
      `La question peut comporter au maximum ${number(limit)} caractères. Elle en comporte ${number(length)}.`,
    discussThis: 'Discuter d’abord de cette question',
    discussThisTitle: 'Discuter d’abord de cette question\u202f?',
    discussAbout: (question) => `À discuter\u00a0: ${quote(question)}`,
    askedBack: 'Ce que vous avez demandé',
    list,
    change: 'Modifier',
    answer: 'Répondre',
    changeName: (name, answered) => (answered ? `(réponse à ${name})` : `(${name})`),
    useRecommended: (questions, isRest) =>
      isRest
        ? plural(questions, {
            one: 'Utiliser l’option recommandée pour l’autre question',
            other: 'Utiliser l’option recommandée pour les # autres questions',
          })
        : plural(questions, {
            one: 'Utiliser l’option recommandée pour # question',
            other: 'Utiliser l’option recommandée pour # questions',
          }),
    takeRecommended: (options) => plural(options, { one: 'Utiliser cette option', other: 'Utiliser ces # options' }),
    tookRecommended: (questions) =>
      plural(questions, {
        one: 'Option recommandée utilisée pour # question.',
        other: 'Option recommandée utilisée pour # questions.',
      }),
    undoRecommended: 'Retirer ces réponses',
    corrected: 'Votre modification est envoyée dans un message.',
    sendLate: 'Envoyer dans un message',
    sentLate: 'Vos réponses ont été envoyées dans un message.',
    submit: 'Envoyer',
    submitAll: 'Envoyer les réponses',
    next: 'Suivant',
    back: 'Retour',
    cancel: 'Annuler',
    decline: 'Ne pas répondre',
    discuss: 'En discuter d’abord',
    retry: 'Réessayer',
    sending: 'Envoi en cours…',
    discardTitle: (answers) => (answers === 0 ? 'Quitter sans répondre\u202f?' : plural(answers, ANSWERS)),
    discardText: (asker) => `${asker} saura que vous avez annulé.`,
    declineText: (asker) => `${asker} saura que vous ne souhaitez pas répondre.`,
    keepAnswering: 'Continuer à répondre',
    discard: 'Supprimer',
    leave: 'Quitter sans répondre',
    askBackUnsent: 'Votre question ne sera pas envoyée.',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `La réponse est longue (${plural(lengths[0] ?? 0, CHARACTERS)}). Envoyer quand même\u202f?`
        : `${number(lengths.length)} réponses sont longues. Envoyer quand même\u202f?`,
    longItem: (name, length) => `${name}\u00a0: ${plural(length, CHARACTERS)}`,
    longText: 'Les réponses longues sont envoyées en entier.',
    edit: 'Modifier la réponse',
    submitAnyway: 'Envoyer quand même',
    failed: (status) =>
      status === 'answered'
        ? 'Vos réponses n’ont pas été envoyées. Elles sont toujours là.'
        : 'L’envoi a échoué. Tout ce que vous avez saisi est toujours là.',
    settled: {
      answered: '{asker} a reçu votre réponse',
      declined: '{asker} n’a pas reçu de réponse\u00a0: vous avez refusé la demande',
      discussed: '{asker} n’a pas reçu de réponse\u00a0: vous souhaitez d’abord discuter des questions',
      cancelled: '{asker} n’a pas reçu de réponse\u00a0: vous avez annulé la demande',
      aborted: '{asker} n’a plus besoin de réponse',
      superseded: '{asker} n’attend plus\u00a0: la demande a été remplacée',
      connectionLost: '{asker} n’est plus joignable\u00a0: la connexion est perdue',
      timedOut: '{asker} n’attend plus\u00a0: le délai de la demande est écoulé',
      unavailable: '{asker} a envoyé une demande qui n’a pas pu être affichée',
      invalid: '{asker} a envoyé une demande qui n’a pas pu être lue',
    },
    reason: reasons('Une réponse a déjà été donnée ailleurs.', 'L’agent n’attend plus de réponse.'),
    notSent: 'Votre réponse n’a pas été utilisée. Vous pouvez encore la copier.',
    keyChoose: 'choisir',
    keyToggle: 'cocher',
    keyContinue: { submit: 'envoyer', next: 'suivant', review: 'vérifier' },
    keySend: 'envoyer',
    keyNewLine: 'nouvelle ligne',
    keyCancel: 'annuler',
    keyFocus: 'répondre',
    previewFrom: (label, asker) => `Aperçu de ${quote(label)}, proposé par ${asker}`,
    showText: 'Afficher le texte',
    showPicture: 'Afficher l’image',
    submitPartial: 'Envoyer ce que j’ai',
    partialText: (missing, questions, asker) =>
      `${plural(missing, { one: '# question sur {all} reste', other: '# questions sur {all} restent' }).replace('{all}', () => number(questions))} sans réponse. ${asker} le saura.`,
    discussTitle: 'Discuter d’abord des questions\u202f?',
    discussWhat: 'Que faut-il éclaircir d’abord\u202f? (facultatif)',
    discussText: (asker) =>
      `${asker} recevra votre message et vos réponses actuelles. Les réponses ne sont pas encore validées.`,
    discussSend: 'Envoyer et discuter',
    discussUnsent: 'Votre message ne sera pas envoyé.',
    showAll: 'Tout afficher',
    showLess: 'Afficher moins',
    questionCount: (questions) => plural(questions, { one: '# question posée', other: '# questions posées' }),
    noFiles: 'Cette réponse ne peut pas contenir de fichier. Décrivez-le, ou indiquez son chemin.',
    carried: (answers, questions) =>
      questions === 1
        ? 'Vous avez déjà répondu à cette question.'
        : `Vous avez déjà répondu à ${number(answers)} de ces ${number(questions)} questions.`,
    carriedUse: 'Reprendre mes réponses',
    carriedDismiss: 'Masquer',
    carriedUsed: 'Vos réponses précédentes sont reprises. Rien n’a été envoyé.',
    carriedUndo: 'Retirer ces réponses',
    carriedChanged: 'Modifié depuis votre réponse\u00a0: à revoir.',
    carriedLeft: 'Vous avez aussi saisi ce texte. Vous pouvez le copier.',
    moreWaiting: (requests) =>
      plural(requests, { one: '# autre demande est en attente', other: '# autres demandes sont en attente' }),
    canWait: (requests) => plural(requests, { one: '# demande peut attendre', other: '# demandes peuvent attendre' }),
    answerNow: 'Répondre',
    nextAsker: 'Ensuite\u00a0: {asker}',
    elsewhere: {
      answered: (by) => `Réponse donnée ${by ? `par ${by}` : 'dans une autre fenêtre'}`,
      cancelled: (by) => `Annulé ${by ? `par ${by}` : 'dans une autre fenêtre'}`,
      declined: (by) => `Refusé ${by ? `par ${by}` : 'dans une autre fenêtre'}`,
      discussed: (by) =>
        by ? `${by} souhaite d’abord discuter des questions` : 'Discussion demandée dans une autre fenêtre',
    },
    unreached: 'L’agent avait déjà continué et ne l’a pas reçue',
    orphaned: 'L’agent s’est arrêté',
    orphanedText: 'Personne n’attend cette réponse.',
    nextQuestion: 'Question suivante',
    offline: 'Connexion perdue. Reconnexion en cours…',
    online: 'Connexion rétablie.',
    reconnect: 'Reconnecter',
    unauthorized: 'Votre session est fermée. Identifiez-vous et réessayez.',
    forbidden: 'Vous n’avez pas l’autorisation de répondre.',
    misdirected: 'Le serveur n’accepte pas l’adresse de cette page.',
    kept: 'Vos réponses sont conservées.',
    tooLarge: 'Vos réponses sont trop longues pour être envoyées. Raccourcissez-les et réessayez.',
    rejected: 'Le serveur n’a pas accepté vos réponses. Modifiez-les et réessayez.',
    restored: 'Vos saisies précédentes ont été rétablies.',
    startOver: 'Recommencer',
    startedOver: 'Vos saisies précédentes ont été supprimées.',
    undo: 'Annuler la suppression',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `${asker} a une question` : 'Une question vous attend'),
  };
}

/** The French messages. */
export const fr: AskUserLanguage = /* @__PURE__ */ createMessages();

/** Creates the French messages of a terminal with the numbers of a region, as `createMessages` does. */
export function createTerminalMessages(locale = 'fr'): AskUserTerminalLanguage {
  const { plural } = createFormat(locale);
  return {
    ...createMessages(locale),
    hintTo: (action) => action,
    hintChoose: 'choisir',
    hintToggle: 'cocher',
    hintSubmit: 'envoyer',
    hintNext: 'suivant',
    hintSend: 'envoyer',
    hintNewLine: 'nouvelle ligne',
    hintCancel: 'annuler',
    hintSelect: 'sélectionner',
    hintNavigate: 'se déplacer',
    hintQuickSelect: 'choix direct',
    hintConfirm: 'confirmer',
    hintSwitch: 'changer',
    hintGoBack: 'revenir',
    hintList: 'vers la liste',
    hintShowAll: 'tout afficher',
    hintRetry: 'réessayer',
    hintChange: 'modifier',
    hintGo: 'ouvrir',
    hintFilter: 'filtrer',
    hintAll: 'tout',
    hintClear: 'effacer le choix',
    hintSkip: 'passer',
    hintNote: 'note',
    hintAskBack: 'poser une question',
    hintDiscussThis: 'discuter de ceci',
    hintDecline: 'refuser',
    hintDiscuss: 'discuter',
    hintQuestions: 'questions',
    hintNextUnanswered: 'prochaine sans réponse',
    hintUseRecommended: 'choix recommandés',
    hintUndoRecommended: 'retirer ces choix',
    hintUseCarried: 'reprendre mes réponses',
    hintUndoCarried: 'retirer ces réponses',
    hintDismissCarried: 'masquer mes réponses',
    hintQuit: 'encore une fois pour quitter',
    moreLines: (lines, key) => `${plural(lines, { one: '# autre ligne', other: '# autres lignes' })} (${key})`,
    htmlPreview: 'L’aperçu est une page web, qu’un terminal ne peut pas afficher.',
    htmlPreviewWeb: 'L’aperçu est une page web. Utilisez --web pour la voir.',
    waitIn: (file) => `Les questions attendent dans ${file}`,
  };
}

/** The French messages of a terminal. */
export const frTerminal: AskUserTerminalLanguage = /* @__PURE__ */ createTerminalMessages();
