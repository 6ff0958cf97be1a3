import { COMMAND } from '../../../src/cli/command.js';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { askUser } from '../../../src/dialects/ask-user.js';
import { PendingFileError } from '../../../src/pending/errors.js';
import { isSame, PENDING_FILE } from '../../../src/pending/file.js';
import { quoted } from '../../../src/pending/instructions.js';
import { createPendingTransport } from '../../../src/pending/transport.js';
import type { Way } from './call.js';

/** What the model is told. It can answer for the user only with the user's own words, which the user tells it. */
const howTo = (file: string): string =>
  `No way to show the questions to the user was found, so they are saved in ${file}. Nobody has answered them yet. Tell the user: replace each "answer": null in this file, save it, and say so. Then call this tool again with the same questions, which returns the answers. Do not choose answers yourself.`;

/**
 * Saves the questions in the pending-questions file. If the same questions are asked again after the user has completed
 * the file, resolves with the answers, and removes it.
 */
export function createFileWay(file: string = PENDING_FILE): Way {
  const transport = createPendingTransport({
    file,
    commands: (path) => ({ answer: `${COMMAND} answer ${path}`, edit: `${COMMAND} answer ${path}` }),
  });

  function take(request: AskUserRequest): AskUserResult | undefined {
    try {
      const pending = transport.read();
      const isAsked = pending && isSame({ ...pending, dialect: askUser }, { dialect: askUser, request });
      if (!isAsked) return undefined;
      const taken = transport.take();
      taken?.done();
      return taken?.result;
    } catch (error) {
      // An open question is no error, and what cannot be read stays in the file.
      if (!(error instanceof PendingFileError)) throw error;
      return error.isOpen ? undefined : { status: 'unavailable', reason: error.message, pendingFile: file };
    }
  }

  return {
    async ask(request, { signal }) {
      const taken = take(request);
      if (taken) return taken;
      const result = await transport.ask(request, { signal });
      if (result.status !== 'unavailable' || result.pendingFile === undefined) return result;
      return { ...result, reason: howTo(quoted(file)) };
    },
  };
}
