import { toOutput } from '../core/answer/output.js';
import type { AnsweredResult, AskUserResult, UnansweredResult } from '../core/answer/types.js';
import type { AnsweredOutput, UnansweredOutput } from '../core/index.js';
import { askUser } from '../dialects/ask-user.js';
import type { ToolSpec } from '../dialects/index.js';

/** Output for questions that are saved in a file. Source: the `ask_user` tool specification. */
type AskUserPendingOutput = {
  answered: false;
  answers: readonly [];
  /** Path of the file. */
  pendingFile: string;
};

const pendingFileOf = (result: AskUserResult): string | undefined =>
  result.status === 'unavailable' ? result.pendingFile : undefined;

/** The sentence about the file. In the specification, it precedes the guidelines. */
const PROMISE = 'In non-interactive mode, creates a pending questions file for async response.\n';
const GUIDELINES = '\nGuidelines:';

function formatResult(result: AnsweredResult): AnsweredOutput;
function formatResult(result: UnansweredResult): UnansweredOutput | AskUserPendingOutput;
function formatResult(result: AskUserResult): AnsweredOutput | UnansweredOutput | AskUserPendingOutput;
function formatResult(result: AskUserResult): AnsweredOutput | UnansweredOutput | AskUserPendingOutput {
  const pendingFile = pendingFileOf(result);
  return pendingFile === undefined ? toOutput(result) : { answered: false, answers: [], pendingFile };
}

/**
 * The `ask_user` tool for a host that saves pending questions in a file. As in the specification, its description
 * promises the file to the model, and its output has the path as `pendingFile`. Neither is true of `askUser.tool`.
 */
export const askUserPendingTool: ToolSpec<AnsweredOutput, UnansweredOutput | AskUserPendingOutput> = {
  ...askUser.tool,
  description: askUser.tool.description.replace(GUIDELINES, PROMISE + GUIDELINES),
  dialect: {
    name: askUser.name,
    limits: askUser.limits,
    parse: askUser.parse,
    formatResult,
    toModelText: (result, request) =>
      pendingFileOf(result) !== undefined && result.status === 'unavailable'
        ? result.reason
        : askUser.toModelText(result, request),
  },
};
