import { claudeCode } from '../../../../src/dialects/claude-code.js';
import { isRecord } from '../../../../src/core/guards.js';
import { decode, parseJson } from '../../../../src/pending/json.js';
import { reasonOf } from '../../../../src/pending/errors.js';
import { ALLOW, type Page, whyNoPage } from '../page.js';

const TOOL = 'AskUserQuestion';

export interface HookOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly page: Pick<Page, 'ask'>;
  /** Aborted when Claude Code stops the hook. */
  readonly signal: AbortSignal;
}

/**
 * What the hook does. `output` is for Claude Code. Without it, the hook steps aside, and Claude Code asks in its own
 * dialog.
 */
export interface HookResult {
  readonly output?: string;
  /** Why the hook steps aside. */
  readonly reason?: string;
}

const printed = (decision: object): HookResult => ({
  output: `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } })}\n`,
});

const asideBecause = (reason: string): HookResult => ({ reason: `${reason} Claude Code asks instead.` });

function whyNot(env: NodeJS.ProcessEnv): string | undefined {
  return env['CI'] && !env['BROWSER'] ? 'This is a CI run.' : whyNoPage(env);
}

/**
 * Asks a call of Claude Code's `AskUserQuestion` in the page. Only what the user did becomes a decision: answers allow
 * the call with them, a cancellation, a decline and a wish to discuss deny it with the text for the model.
 *
 * @param input - Input of a `PreToolUse` hook, as UTF-8.
 */
export async function answerHook(input: Uint8Array, { env, page, signal }: HookOptions): Promise<HookResult> {
  try {
    const event = parseJson(decode(input, 'The input of the hook'), 'The input of the hook');
    if (!isRecord(event) || event['hook_event_name'] !== 'PreToolUse' || event['tool_name'] !== TOOL) {
      return asideBecause(`The input is not a PreToolUse event of ${TOOL}.`);
    }
    const reason = whyNot(env);
    if (reason !== undefined) return asideBecause(reason);
    const parsed = claudeCode.parse(event);
    if (!parsed.ok)
      return asideBecause(`The question cannot be shown: ${parsed.issues[0]?.message ?? 'it is invalid'}.`);
    const request = parsed.value;
    const result = await page.ask(request, { asker: 'Claude Code', allow: ALLOW, signal });
    const { status } = result;
    if (status === 'answered') {
      const wire = claudeCode.formatResult(result, request);
      if (wire.behavior === 'allow') return printed({ permissionDecision: 'allow', updatedInput: wire.updatedInput });
    }
    if (status === 'cancelled' || status === 'declined') {
      return printed({
        permissionDecision: 'deny',
        permissionDecisionReason: claudeCode.toModelText(result, request),
      });
    }
    return asideBecause(status === 'unavailable' ? result.reason : `The page ended with ${status}.`);
  } catch (error) {
    return asideBecause(`The hook failed: ${reasonOf(error).replace(/\.?$/, '.')}`);
  }
}
