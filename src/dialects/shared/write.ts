import type { Issue, ParseResult } from '../../core/question/issues.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { AskUserRequest, Constraints, Question } from '../../core/question/types.js';
import { lost } from './shape.js';

/** The options for a wire that needs a description of each. */
export const describedOptions = ({ options }: Question): readonly { label: string; description: string }[] =>
  options.map(({ label, description = '' }) => ({ label, description }));

/** The header for a wire that needs one. */
export const someHeader = ({ header }: Question, index: number): string => header || `Question ${index + 1}`;

const FREE: Constraints = { required: false, allowCustom: true, secret: false };

/** Adds a warning for each constraint that the wire has no room for; `carried` are those that it has. */
export function withLostConstraints<T>(
  written: ParseResult<T>,
  { questions }: AskUserRequest,
  carried: (question: Question) => readonly (keyof Constraints)[],
): ParseResult<T> {
  if (!written.ok) return written;
  const warnings = questions.flatMap((question, i): Issue[] => {
    const named = Object.entries(question.constraints ?? {}) as [keyof Constraints, unknown][];
    const left = named.filter(([name, value]) => value !== FREE[name] && !carried(question).includes(name));
    return left.map(([name]) => lost(`questions[${i}].constraints.${name}`, `This wire can not ask for ${name}.`));
  });
  return { ...written, warnings: [...written.warnings, ...warnings] };
}

/** What was written, unless the family's own tool would refuse it: then what stands against it. */
export function unlessRefused<T>(
  written: ParseResult<T>,
  parse: (input: unknown, options: ParseOptions) => ParseResult<unknown>,
): ParseResult<T> {
  const read = written.ok ? parse(written.value, { strict: true }) : written;
  return read.ok ? written : read;
}
