import { fromJson } from '../core/question/scan.js';
import { DIALECTS } from './catalogue.js';
import type { AgentDialect } from './types.js';

/** Whose request an input is, or whose it may be. */
export type Detected =
  | { readonly ok: true; readonly dialect: AgentDialect }
  | {
      readonly ok: false;
      /** Those whose limits it keeps, most of them readable by any. Empty: it is no request of any. */
      readonly candidates: readonly AgentDialect[];
      /** What is known, and what to do. */
      readonly message: string;
    };

function messageOf(candidates: readonly AgentDialect[]): string {
  const names = candidates.map(({ name }) => name).join(', ');
  if (candidates.length > 1) return `Several agents write this: ${names}. Name the one that asked.`;
  return names
    ? `It keeps to what ${names} asks for, and has no mark of its own. Name the agent that asked.`
    : 'No agent that is known writes this. Name the one that asked, to be told what is wrong with it.';
}

/**
 * Says whose ask-user request an input is, where it has a mark that only one family's requests have; else whose it may be.
 * Several agents write the very same shape, and nothing is guessed between those. Never throws.
 *
 * @param input - a request, or JSON text of one
 */
export function detectDialect(input: unknown): Detected {
  const source = fromJson(input);
  const sure = DIALECTS.filter((dialect) => dialect.recognises(source));
  const [dialect, another] = sure;
  if (dialect && !another) return { ok: true, dialect };
  const candidates = another ? sure : DIALECTS.filter(({ parse }) => parse(source, { strict: true }).ok);
  return { ok: false, candidates, message: messageOf(candidates) };
}
