import type { PageWords } from './types.js';

const NOT_SENT = 'Lo que escribió aquí no se envió. Todavía puede copiarlo.';

export const words: PageWords = {
  web: {
    title: 'Una pregunta de su terminal',
    answered: 'Su respuesta está en el terminal. Puede cerrar esta pestaña.',
    sent: 'Se envió a su terminal. Puede cerrar esta pestaña.',
    ended: 'El comando del terminal ha terminado.',
    gone: `El comando del terminal ha terminado. ${NOT_SENT}`,
    answeredElsewhere: `Se respondió en otra página. ${NOT_SENT}`,
    endedElsewhere: `Se terminó en otra página. ${NOT_SENT}`,
    notShown: `No se pudo mostrar la pregunta, por lo que el comando del terminal ha terminado. ${NOT_SENT}`,
    stopped: `El comando del terminal se detuvo. ${NOT_SENT}`,
    refused: {
      used: [
        'Esta dirección ya se ha usado',
        'Cada dirección abre una página. Si esa página sigue abierta, responda allí. Si está cerrada, el terminal muestra una dirección nueva.',
      ],
      unknown: [
        'Esta dirección no es válida',
        'El comando del terminal no mostró esta dirección. Copie la dirección completa del terminal.',
      ],
      incomplete: [
        'Esta dirección no está completa',
        'Falta la parte que sigue a #. Copie la dirección completa del terminal.',
      ],
    },
  },
  agent: {
    title: 'Preguntas de su agente',
    nothingWaits: 'No hay preguntas en espera. Puede cerrar esta página; la próxima pregunta la abrirá de nuevo.',
    sent: 'Se envió a su agente. Puede cerrar esta página; la próxima pregunta la abrirá de nuevo.',
    sentLast: 'Se envió a su agente. Puede cerrar esta página.',
    ended: 'Su agente ha terminado. Puede cerrar esta página.',
    endedUnsent:
      'Su agente ha terminado. Puede cerrar esta página. Lo que escribió no se envió, pero todavía puede copiarlo.',
    notShown: 'No se pudo mostrar la pregunta aquí. Se informó de ello a su agente.',
    noLongerWaits:
      'Su agente ya no espera esta respuesta. Si vuelve a preguntar lo mismo, sus respuestas se ofrecerán aquí.',
    answeredElsewhere: 'Se respondió en otra página. Puede cerrar esta página.',
    replaced: 'Las preguntas están en una página más reciente. Puede cerrar esta.',
    refused: [
      'Esta dirección no se puede usar',
      'Cada dirección abre una página, una sola vez. Si esa página sigue abierta, responda allí. Si no, pida a su agente que vuelva a preguntar.',
    ],
  },
};
