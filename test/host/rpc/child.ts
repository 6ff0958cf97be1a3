import { answerRpc, nodeChannel } from '../../../src/host/rpc/index.js';

/**
 * A program that answers on standard streams. It selects the last option of each question, unless its argument
 * specifies another behavior.
 */
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
