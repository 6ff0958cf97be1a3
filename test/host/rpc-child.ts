import { answerRpc, nodeChannel } from '../../src/host/index.js';

/** A program that answers on standard streams: each question with its last option, or as its argument says. */
const [, , how] = process.argv;

if (how === 'chatty') console.log('Starting up ...');

answerRpc(nodeChannel(process.stdin, process.stdout), ({ questions }) => {
  // Never resolves.
  if (how === 'hangs') return new Promise(() => process.stderr.write('asked\n'));
  return questions.map(({ id, options }) =>
    options.length > 0
      ? { questionId: id, selected: [options.length - 1] }
      : { questionId: id, selected: [], custom: 'Zoë 😀\u2028' },
  );
});
