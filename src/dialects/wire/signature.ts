import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import { tryRead } from './envelope.js';
import type { Fields } from './fields.js';
import { sourcesOf } from './shape.js';

/** Whether an input is an object, or JSON text of one, that satisfies `matches`. Never throws. */
export const hasSignature = (input: unknown, matches: (source: Fields) => boolean): boolean =>
  tryRead(() => {
    const source = fromJson(input);
    return isRecord(source) && matches(source);
  }, false);

/** Returns the questions of a source that are objects, or none if the source has no list of questions. */
export const questionFields = (source: Fields): readonly Fields[] =>
  source['questions'] == null ? [] : sourcesOf(source).list.filter(isRecord);
