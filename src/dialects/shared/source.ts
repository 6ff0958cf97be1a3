import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';

/** The questions of an input as the model wrote them, and where in it they stand. */
export interface Source {
  readonly questions: readonly unknown[];
  /** The path of the question at `index`, or of one of its fields. */
  readonly pathOf: (index: number, field: string) => string;
}

/** Finds the questions where `parseRequest` does: a list, an object of one, a single question, each also as JSON text. */
export function readSource(input: unknown): Source {
  let list: unknown;
  let prefix: string | undefined = 'questions';
  try {
    const source = fromJson(input);
    if (isRecord(source)) {
      list = fromJson(source.questions);
      if (list == null) {
        list = [source];
        prefix = undefined;
      }
    } else if (Array.isArray(source)) {
      list = source;
      prefix = '';
    }
  } catch {
    // A getter may throw the second time, too. The parsed questions say all there is to know then.
  }
  return {
    questions: Array.isArray(list) ? list : [],
    pathOf: (index, field) => (prefix === undefined ? field : `${prefix}[${index}].${field}`),
  };
}
