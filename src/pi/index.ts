import { isRecord } from '../core/guards.js';
import { askUserPendingTool } from '../pending/index.js';
import { askUser } from '../dialects/index.js';
import { createAskTool, notify } from './ask.js';
import { createGivenAnswers, runQuestions } from './pending.js';
import { NAME, messagesFor } from './records.js';
import { renderCall, renderDetails, renderResult } from './render.js';
import { resumeQuestions } from './resume.js';
import type { PiExtensionApi } from './types.js';
import { WORDS } from './words.js';

/** Converts arguments to the schema. A model may write options as strings, or the questions as JSON text. */
function repaired(input: unknown): unknown {
  const parsed = askUser.parse(input);
  const written = parsed.ok ? askUser.formatRequest(parsed.value) : parsed;
  if (!written.ok || !isRecord(written.value)) return input;
  const metadata = isRecord(input) && isRecord(input['metadata']) ? { metadata: input['metadata'] } : {};
  return { ...written.value, ...metadata };
}

/**
 * Registers the `ask_user` tool, the flag `--answers` and the command `/questions` as an extension of pi. pi loads the
 * extension from this package: `pi install npm:react-ask-user`.
 *
 * @param pi - pi's `ExtensionAPI`.
 */
export default function askUserExtension(pi: PiExtensionApi): void {
  const given = createGivenAnswers(() => pi.getFlag('answers'));
  const askTool = createAskTool(given);
  const { name, label = name, description, inputSchema } = askUserPendingTool;

  pi.registerFlag('answers', { description: WORDS.flagText, type: 'string' });
  pi.registerTool({
    name,
    label,
    description,
    promptSnippet: 'Ask the user one or more questions, with options',
    parameters: structuredClone(inputSchema),
    prepareArguments: (input) => repaired(input) as never,
    async execute(toolCallId, params, signal, _onUpdate, context) {
      const { text, record } = await askTool.ask(params, toolCallId, context, signal);
      return { content: [{ type: 'text', text }], details: record };
    },
    renderCall,
    renderResult,
  });
  pi.registerMessageRenderer(NAME, ({ details }, options, theme) => renderDetails(details, options, theme));
  pi.registerCommand('questions', {
    description: 'Show or clear pending questions',
    async handler(args, context) {
      const { message, type } = runQuestions(args, context);
      notify(context, message, type);
    },
  });
  pi.on('context', ({ messages }, { sessionManager }) => ({
    messages: messagesFor(messages, sessionManager.getBranch()) as never[],
  }));
  resumeQuestions(pi, askTool, given);
}
