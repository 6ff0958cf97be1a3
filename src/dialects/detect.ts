import { fromJson } from '../core/question/scan.js';
import { DIALECTS } from './catalogue.js';
import type { AgentDialect } from './types.js';

/** The dialect of an input, or the candidates if the input does not identify one. */
type DetectionResult =
  | { readonly ok: true; readonly dialect: AgentDialect }
  | {
      readonly ok: false;
      /** Dialects whose signatures match or, if none does, whose strict `parse` accepts the input. May be empty. */
      readonly candidates: readonly AgentDialect[];
      /** Reason why no dialect was detected, and what to do. */
      readonly message: string;
    };

function messageOf(candidates: readonly AgentDialect[]): string {
  const names = candidates.map(({ name }) => name).join(', ');
  if (candidates.length > 1) return `Several agents use this format: ${names}. Specify the dialect.`;
  return names
    ? `The input fits ${names}, but does not identify its agent. Specify the dialect.`
    : 'No known agent uses this format. Specify the dialect to see the issues of the input.';
}

/**
 * Detects the dialect of a request.
 *
 * Detection needs a signature that exactly one dialect matches. If several match, they are the candidates. If none
 * does, the candidates are the dialects whose strict `parse` accepts the input.
 *
 * @param input - The arguments of a tool call, or a message with the questions, as a value or JSON text.
 */
export function detectDialect(input: unknown): DetectionResult {
  const source = fromJson(input);
  const sure = DIALECTS.filter((dialect) => dialect.matches(source));
  const [dialect, another] = sure;
  if (dialect && !another) return { ok: true, dialect };
  const candidates = another ? sure : DIALECTS.filter(({ parse }) => parse(source, { strict: true }).ok);
  return { ok: false, candidates, message: messageOf(candidates) };
}
