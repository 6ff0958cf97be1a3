import { cleanText, isEmpty } from '../core/clean.js';
import { isRecord } from '../core/guards.js';
import { limitIssues, type Issue } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { askUser } from '../dialects/ask-user.js';
import { DIALECTS } from '../dialects/catalogue.js';
import { detectDialect } from '../dialects/detect.js';
import type { AgentDialect } from '../dialects/types.js';
import { issueLine } from '../pending/errors.js';
import { didYouMean, usageError } from './args.js';
import { COMMAND } from './command.js';
import { CliError } from './exit.js';
import { nameOf, readJson } from './io.js';

export function dialectOf(name: string, command: string): AgentDialect {
  const found = DIALECTS.find((dialect) => dialect.name === name);
  if (found) return found;
  const names = DIALECTS.map((dialect) => dialect.name);
  throw usageError(
    `Unknown dialect "${name}".${didYouMean(name, names)} Known dialects: ${names.join(', ')}.`,
    command,
  );
}

/** Index of the first question in the input that already has an answer, or -1. */
export function findAnswered(input: unknown): number {
  const list = isRecord(input) && Array.isArray(input['questions']) ? input['questions'] : [];
  return list.findIndex((one) => isRecord(one) && one['answer'] !== null && one['answer'] !== undefined);
}

const isUnseen = (text: string): boolean => isEmpty(cleanText(text, { lines: true }));

/** Returns why a parsed request cannot be asked nevertheless. */
export function findUnaskable({ questions }: AskUserRequest): readonly Issue[] {
  return limitIssues(
    questions.flatMap(({ question }, i) =>
      isUnseen(question)
        ? [{ code: 'empty', path: `questions[${i}].question`, message: 'Must contain visible text.' }]
        : [],
    ),
  );
}

/** Returns warnings for labels of which the user sees only the number. An empty label is valid. */
export function findUnseenLabels({ questions }: AskUserRequest): readonly Issue[] {
  return questions.flatMap(({ options }, i) =>
    options.flatMap(({ label }, j) =>
      isUnseen(label)
        ? [{ code: 'empty', path: `questions[${i}].options[${j}].label`, message: 'Has no visible text.' }]
        : [],
    ),
  );
}

export interface Loaded {
  /** Name of the input in messages. */
  readonly source: string;
  readonly input: unknown;
  readonly dialect: AgentDialect;
  /** Names of the candidates of `detectDialect`. Empty if the dialect is named or detected. */
  readonly candidates: readonly string[];
  /** Absent if the input is invalid. Then `issues` contains the reasons. */
  readonly request?: AskUserRequest;
  readonly issues: readonly Issue[];
  readonly warnings: readonly Issue[];
}

function choose(
  input: unknown,
  named: AgentDialect | undefined,
): { dialect: AgentDialect; candidates: readonly string[] } {
  if (named) return { dialect: named, candidates: [] };
  const detected = detectDialect(input);
  if (detected.ok) return { dialect: detected.dialect, candidates: [] };
  return { dialect: askUser, candidates: detected.candidates.map(({ name }) => name) };
}

/**
 * Reads a request from a file or standard input. Uses the named dialect, or else the detected one, or else `askUser`.
 * Rejects if the input cannot be read or is not JSON, and if `askUser` refuses an input for which only other dialects
 * are candidates.
 */
export async function loadRequest(
  file: string | undefined,
  named: AgentDialect | undefined,
  { signal, ...options }: { signal: AbortSignal; strict?: boolean; asker?: string | undefined },
): Promise<Loaded> {
  const source = nameOf(file);
  const input = await readJson(file, signal);
  const { dialect, candidates } = choose(input, named);
  const parsed = dialect.parse(input, options);
  const found = { source, input, dialect, candidates };
  if (parsed.ok) return { ...found, request: parsed.value, issues: [], warnings: parsed.warnings };
  if (candidates.length > 0 && !candidates.includes(dialect.name)) {
    throw new CliError(`${source}: the dialect is ambiguous. Use --dialect with one of: ${candidates.join(', ')}.`);
  }
  return { ...found, issues: parsed.issues, warnings: [] };
}

export function refusal({ source, issues }: Loaded): string {
  const [first] = issues;
  const more = issues.length > 1 ? ` ${issues.length - 1} more: run ${COMMAND} validate.` : '';
  return `${source}: invalid request. ${first ? issueLine(first) : 'It contains no questions.'}${more}`;
}
