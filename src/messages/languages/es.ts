import { reasons } from '../reasons.js';
import { createFormat } from './format.js';
import type { AskUserTerminalLanguage } from '../terminal-types.js';
import type { AskUserLanguage } from '../types.js';

const OTHER = 'Otra respuesta';
const TITLE = { one: 'Pregunta de {asker}', other: '# preguntas de {asker}' };
const QUESTIONS = { one: '{asker} tiene una pregunta', other: '{asker} tiene # preguntas' };
const ANSWERS = { one: '¿Descartar una respuesta?', other: '¿Descartar # respuestas?' };
const CHARACTERS = { one: '# carácter', other: '# caracteres' };
const RANGE = {
  least: 'al menos {min}',
  most: 'como máximo {max}',
  between: 'de {min} a {max}',
  exactly: 'exactamente {min}',
};
const SIZE = {
  least: ', {min} como mínimo',
  most: ', {max} como máximo',
  between: ' de {min} a {max}',
  exactly: ': {min}',
};

/**
 * Creates the Spanish messages with the numbers of a region, such as `es-MX` or `es-AR`.
 *
 * @throws {RangeError} If the tag is invalid, such as `es_MX`.
 */
export function createMessages(locale = 'es'): AskUserLanguage {
  const { number, plural, range, list } = createFormat(locale);
  return {
    locale,
    asker: 'Asistente',
    title: (questions) => plural(questions, TITLE),
    ahead: '{asker} sigue trabajando mientras tanto. Responda cuando quiera.',
    round: (round, answered) =>
      `Ronda ${number(round)}, ${plural(answered, { one: '# respondida', other: '# respondidas' })} hasta ahora`,
    preparing: '{asker} está preparando una pregunta…',
    collapse: 'Contraer',
    expand: 'Continuar',
    writeMessage: 'Escribir un mensaje en su lugar',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker} tiene una pregunta: ${question}`
        : `${plural(questions, QUESTIONS).replace('{asker}', () => asker)}. La primera: ${question}`,
    card: (asker, question, questions) =>
      plural(questions, TITLE).replace('{asker}', () => (questions === 1 ? `${asker}: ${question}` : asker)),
    position: (position, questions) => `Pregunta ${number(position)} de ${number(questions)}.`,
    tab: (position) => `Pregunta ${number(position)}`,
    tabs: 'Preguntas',
    tabState: (name, state) => `${name}, ${state}`,
    answered: 'respondida',
    skipped: 'omitida',
    missing: 'falta la respuesta',
    invalid: 'respuesta no válida',
    answeredOf: (answered, questions) =>
      plural(answered, { one: '# respondida de {all}', other: '# respondidas de {all}' }).replace(
        '{all}',
        number(questions),
      ),
    place: (position, questions, answered) =>
      `Pregunta ${number(position)} de ${number(questions)}, ${plural(answered, { one: '# respondida', other: '# respondidas' })}`,
    nextUnanswered: 'Siguiente sin responder',
    chooseOne: 'Elija una opción.',
    chooseMany: 'Elija todas las que correspondan.',
    recommended: 'Recomendado',
    noLabel: (position) => `Opción ${number(position)} (sin texto visible)`,
    lookAlike: (label, position) => `${label} (opción ${number(position)})`,
    cleaned: 'Los caracteres ocultos de este texto no se muestran.',
    other: OTHER,
    otherHint: 'Escriba su propia respuesta',
    yourAnswer: 'Su respuesta',
    more: (options) => `${number(options)} más`,
    filter: 'Filtrar las opciones',
    filterCount: (shown, options) => `${number(shown)} de ${number(options)} opciones`,
    filterNone: (other) => `Ninguna opción coincide. Cambie el filtro${other ? ` o elija «${OTHER}»` : ''}.`,
    selectAll: (options) => `Seleccionar todas (${number(options)})`,
    selectMore: (options) => `Seleccionar ${number(options)} más`,
    selectedCount: (options) => plural(options, { one: '# seleccionada', other: '# seleccionadas' }),
    keyUnfilter: 'borrar el filtro',
    previewOf: (label) => `Vista previa de «${label}»`,
    previewPrompt: 'Elija una opción para ver su vista previa.',
    noPreview: 'Esta opción no tiene vista previa.',
    openLarger: 'Ampliar',
    close: 'Cerrar',
    counter: (length, limit) => `${number(length)} de ${number(limit)} caracteres recomendados`,
    counterOver: (length, limit) =>
      `${plural(length, CHARACTERS)}, ${number(length - limit)} más de lo recomendado (${number(limit)}). No se recortará nada.`,
    addNote: 'Añadir una nota',
    note: 'Nota (opcional)',
    clear: 'Borrar la selección',
    skip: 'Omitir',
    missingOption: `Elija una opción o escriba su respuesta en «${OTHER}».`,
    missingChoice: 'Elija una opción.',
    missingOther: 'Escriba su respuesta o elija otra opción.',
    missingText: 'Escriba su respuesta.',
    optional: 'Opcional.',
    removeNote: 'La nota no se puede enviar con esta respuesta. Cambie la respuesta o elimine la nota.',
    chooseCount: (min, max) => `Elija ${range(min, max, RANGE)}.`,
    typeLength: (min, max) =>
      `Escriba ${range(min, max, RANGE)} ${plural(max ?? min ?? 0, { one: 'carácter', other: 'caracteres' })}.`,
    typeNumber: (whole, min, max) =>
      `Escriba un número ${whole ? 'entero' : 'con punto decimal'}${range(min, max, SIZE, String)}.`,
    typeFormat: {
      email: 'Escriba una dirección de correo electrónico, por ejemplo nombre@example.com.',
      url: 'Escriba una dirección web, por ejemplo https://example.com.',
      date: 'Escriba una fecha como año-mes-día, por ejemplo 2026-01-31.',
      'date-time': 'Escriba una fecha y hora, por ejemplo 2026-01-31T09:30:00Z.',
    },
    review: 'Revisar',
    reviewTitle: 'Revise sus respuestas',
    notAnswered: 'Aún sin responder',
    leftBlank: 'En blanco',
    noAnswer: 'Sin respuesta',
    quote: (text) => `«${text}»`,
    askBack: 'Preguntar sobre esto',
    askBackField: 'Su pregunta',
    askBackSend: 'Enviar la pregunta',
    askBackWaiting: 'Esperando la respuesta…',
    askBackReplied: (reply) => `Respuesta: ${reply}`,
    askBackFailed: 'No llegó ninguna respuesta.',
    askBackCut: 'El resto de la respuesta es demasiado largo para mostrarlo.',
    askBackTooLong: (length, limit) =>
      `La pregunta puede tener como máximo ${number(limit)} caracteres. Tiene ${number(length)}.`,
    discussThis: 'Prefiero hablar de esta pregunta',
    discussThisTitle: '¿Hablar antes de esta pregunta?',
    discussAbout: (question) => `Para hablar: «${question}»`,
    askedBack: 'Lo que usted preguntó',
    list,
    change: 'Cambiar',
    answer: 'Responder',
    changeName: (name, answered) => (answered ? `(respuesta a ${name})` : `(${name})`),
    useRecommended: (questions, isRest) =>
      isRest
        ? plural(questions, {
            one: 'Usar la opción recomendada en la otra pregunta',
            other: 'Usar la opción recomendada en las otras # preguntas',
          })
        : plural(questions, {
            one: 'Usar la opción recomendada en # pregunta',
            other: 'Usar la opción recomendada en # preguntas',
          }),
    takeRecommended: (options) => plural(options, { one: 'Usar esta opción', other: 'Usar estas # opciones' }),
    tookRecommended: (questions) =>
      plural(questions, {
        one: 'Se ha usado la opción recomendada en # pregunta.',
        other: 'Se ha usado la opción recomendada en # preguntas.',
      }),
    undoRecommended: 'Deshacer',
    corrected: 'Su cambio se envía como mensaje.',
    sendLate: 'Enviar como mensaje',
    sentLate: 'Sus respuestas se han enviado como mensaje.',
    submit: 'Enviar',
    submitAll: 'Enviar respuestas',
    next: 'Siguiente',
    back: 'Atrás',
    cancel: 'Cancelar',
    decline: 'No responder',
    discuss: 'Prefiero hablarlo',
    retry: 'Reintentar',
    sending: 'Enviando…',
    discardTitle: (answers) => (answers === 0 ? '¿Salir sin responder?' : plural(answers, ANSWERS)),
    discardText: (asker) => `${asker} sabrá que usted ha cancelado.`,
    declineText: (asker) => `${asker} sabrá que usted ha preferido no responder.`,
    keepAnswering: 'Seguir respondiendo',
    discard: 'Descartar',
    leave: 'Salir sin responder',
    askBackUnsent: 'Su pregunta no se enviará.',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `La respuesta es larga (${plural(lengths[0] ?? 0, CHARACTERS)}). ¿Enviar de todos modos?`
        : `${number(lengths.length)} respuestas son largas. ¿Enviar de todos modos?`,
    longItem: (name, length) => `${name}: ${plural(length, CHARACTERS)}`,
    longText: 'Las respuestas largas se envían completas.',
    edit: 'Editar respuesta',
    submitAnyway: 'Enviar de todos modos',
    failed: (status) =>
      status === 'answered'
        ? 'Sus respuestas no se han enviado. Siguen aquí.'
        : 'No se ha podido enviar. Todo lo que escribió sigue aquí.',
    settled: {
      answered: '{asker} ha recibido su respuesta',
      declined: '{asker} no ha recibido respuesta: usted rechazó la solicitud',
      discussed: '{asker} no ha recibido respuesta: usted quiere hablar antes de las preguntas',
      cancelled: '{asker} no ha recibido respuesta: usted canceló la solicitud',
      aborted: '{asker} ya no necesita una respuesta',
      superseded: '{asker} ya no espera: la solicitud se ha sustituido',
      connectionLost: '{asker} ya no está disponible: se ha perdido la conexión',
      timedOut: '{asker} ya no espera: se ha agotado el tiempo de la solicitud',
      unavailable: '{asker} envió una solicitud que no se ha podido mostrar',
      invalid: '{asker} envió una solicitud que no se ha podido leer',
    },
    reason: reasons('Ya se respondió en otro lugar.', 'El agente ya no espera una respuesta.'),
    notSent: 'Su respuesta no se ha usado. Todavía puede copiarla.',
    keyChoose: 'elegir',
    keyToggle: 'marcar',
    keyContinue: { submit: 'enviar', next: 'siguiente', review: 'revisar' },
    keySend: 'enviar',
    keyNewLine: 'línea nueva',
    keyCancel: 'cancelar',
    keyFocus: 'responder',
    previewFrom: (label, asker) => `Vista previa de «${label}», de ${asker}`,
    showText: 'Mostrar como texto',
    showPicture: 'Mostrar como imagen',
    submitPartial: 'Enviar lo respondido',
    partialText: (missing, questions, asker) =>
      `${plural(missing, { one: '# de {all} preguntas queda', other: '# de {all} preguntas quedan' }).replace('{all}', () => number(questions))} sin responder. ${asker} lo sabrá.`,
    discussTitle: '¿Hablar antes de las preguntas?',
    discussWhat: '¿Qué hay que aclarar antes? (opcional)',
    discussText: (asker) => `${asker} recibirá su mensaje y lo respondido hasta ahora. Las respuestas aún no cuentan.`,
    discussSend: 'Enviar y hablar',
    discussUnsent: 'Su mensaje no se enviará.',
    showAll: 'Mostrar todo',
    showLess: 'Mostrar menos',
    questionCount: (questions) => plural(questions, { one: '# pregunta', other: '# preguntas' }),
    noFiles: 'No se pueden enviar archivos con esta respuesta. Describa el archivo o indique su ruta.',
    carried: (answers, questions) =>
      questions === 1
        ? 'Ya ha respondido a esta pregunta.'
        : `Ya ha respondido a ${number(answers)} de estas ${number(questions)} preguntas.`,
    carriedUse: 'Usar mis respuestas',
    carriedDismiss: 'Ocultar',
    carriedUsed: 'Sus respuestas anteriores están puestas. No se ha enviado nada.',
    carriedUndo: 'Quitar de nuevo',
    carriedChanged: 'Ha cambiado desde su respuesta: vuelva a mirarlo.',
    carriedLeft: 'También escribió esto. Puede copiarlo.',
    moreWaiting: (requests) =>
      plural(requests, { one: 'Hay otra solicitud en espera', other: 'Hay # solicitudes más en espera' }),
    canWait: (requests) =>
      plural(requests, { one: '# solicitud puede esperar', other: '# solicitudes pueden esperar' }),
    answerNow: 'Responder',
    nextAsker: 'A continuación: {asker}',
    elsewhere: {
      answered: (by) => `Respondida ${by ? `por ${by}` : 'en otra ventana'}`,
      cancelled: (by) => `Cancelada ${by ? `por ${by}` : 'en otra ventana'}`,
      declined: (by) => `Rechazada ${by ? `por ${by}` : 'en otra ventana'}`,
      discussed: (by) =>
        by ? `${by} quiere hablar antes de las preguntas` : 'En otra ventana se pidió hablar antes de las preguntas',
    },
    unreached: 'El agente ya había seguido adelante y no la recibió',
    orphaned: 'El agente se ha detenido',
    orphanedText: 'Nadie espera esta respuesta.',
    nextQuestion: 'Siguiente pregunta',
    offline: 'Se ha perdido la conexión. Reconectando…',
    online: 'Conectado de nuevo.',
    reconnect: 'Reconectar',
    unauthorized: 'Su sesión está cerrada. Inicie sesión e inténtelo de nuevo.',
    forbidden: 'No tiene permiso para responder.',
    misdirected: 'El servidor no acepta la dirección de esta página.',
    kept: 'Sus respuestas se conservan.',
    tooLarge: 'Sus respuestas son demasiado largas para enviarse. Acórtelas e inténtelo de nuevo.',
    rejected: 'El servidor no ha aceptado sus respuestas. Modifíquelas e inténtelo de nuevo.',
    restored: 'Se han recuperado sus entradas anteriores.',
    startOver: 'Empezar de nuevo',
    startedOver: 'Se han quitado sus entradas anteriores.',
    undo: 'Deshacer',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `${asker} tiene una pregunta` : 'Hay una pregunta pendiente'),
  };
}

/** The Spanish messages. */
export const es: AskUserLanguage = /* @__PURE__ */ createMessages();

/** Creates the Spanish messages of a terminal with the numbers of a region, as `createMessages` does. */
export function createTerminalMessages(locale = 'es'): AskUserTerminalLanguage {
  const { plural } = createFormat(locale);
  return {
    ...createMessages(locale),
    hintTo: (action) => action,
    hintChoose: 'elegir',
    hintToggle: 'marcar',
    hintSubmit: 'enviar',
    hintNext: 'siguiente',
    hintSend: 'enviar',
    hintNewLine: 'línea nueva',
    hintCancel: 'cancelar',
    hintSelect: 'seleccionar',
    hintNavigate: 'moverse',
    hintQuickSelect: 'selección rápida',
    hintConfirm: 'confirmar',
    hintSwitch: 'cambiar',
    hintGoBack: 'volver',
    hintList: 'a la lista',
    hintShowAll: 'mostrar todas',
    hintRetry: 'reintentar',
    hintChange: 'cambiar',
    hintGo: 'ir',
    hintFilter: 'filtrar',
    hintAll: 'todas',
    hintClear: 'borrar la selección',
    hintSkip: 'omitir',
    hintNote: 'nota',
    hintAskBack: 'preguntar sobre esto',
    hintDiscussThis: 'hablar de esta',
    hintDecline: 'no responder',
    hintDiscuss: 'hablarlo',
    hintQuestions: 'preguntas',
    hintNextUnanswered: 'siguiente sin responder',
    hintUseRecommended: 'usar lo recomendado',
    hintUndoRecommended: 'quitar lo recomendado',
    hintUseCarried: 'usar mis respuestas',
    hintUndoCarried: 'quitarlas de nuevo',
    hintDismissCarried: 'ocultar mis respuestas',
    hintQuit: 'otra vez para salir',
    moreLines: (lines, key) => `${plural(lines, { one: '# línea más', other: '# líneas más' })} (${key})`,
    htmlPreview: 'La vista previa es una página web, que un terminal no puede mostrar.',
    htmlPreviewWeb: 'La vista previa es una página web. Use --web para verla.',
    waitIn: (file) => `Las preguntas esperan en ${file}`,
  };
}

/** The Spanish messages of a terminal. */
export const esTerminal: AskUserTerminalLanguage = /* @__PURE__ */ createTerminalMessages();
