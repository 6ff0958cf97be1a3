import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import { reading } from './envelope.js';
import type { Fields } from './shape.js';

/** Whether an input is an object, or JSON text of one, with a family's mark. Never throws. */
export const hasMark = (input: unknown, mark: (source: Fields) => boolean): boolean =>
  reading(() => {
    const source = fromJson(input);
    return isRecord(source) && mark(source);
  }, false);

/** The questions of a source that are objects. */
export function questionFields(source: Fields): readonly Fields[] {
  const list = fromJson(source['questions']);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
