import { isRecord } from '../../../../src/core/guards.js';
import { reasonOf } from '../../../../src/pending/errors.js';
import type { Place, Program } from './agents.js';
import { digestOf, type Document, readDocument, removeDocument, writeDocument } from './document.js';
import { apply, type Format, getAt, insertProven, isSame, type Path, takeOutProven, unapply } from './format.js';
import { type Addition, findAddition, recordAddition } from './record.js';
import { isOurHook, isOurs, type Target, hooksOf } from './target.js';
import { SettingsError } from './text.js';

/** A change that is ready to be made, and to be shown before. */
export interface Change {
  readonly path: string;
  readonly before: string;
  /** `undefined` if the file is to be removed. */
  readonly after: string | undefined;
  /** @throws {SettingsError} If the change cannot be made. The message says what was written. */
  make(): void;
}

export function readSettings({ path, format }: Target, { text }: Document): unknown {
  try {
    return format.read(text);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`${path} cannot be read, so nothing was written. ${error.message}.`);
  }
}

/** The settings without our part. */
interface Taken {
  readonly text: string;
  /** Whether there was no file before our part was added. */
  readonly wasMissing: boolean;
  readonly folders: readonly string[];
}

/** Removes from a path the keys that were created with it and hold nothing else. */
function outermost(settings: unknown, path: Path, created: Path | undefined): Path {
  if (!created || path.length <= created.length) return path;
  const parent = path.slice(0, -1);
  const siblings = Object.keys(getAt(settings, parent) as object);
  return siblings.length > 1 ? path : outermost(settings, parent, created);
}

function takeBack(target: Target, document: Document, settings: unknown, path: Path, addition?: Addition): Taken {
  const { mark, text } = document;
  const folders = addition?.folders ?? [];
  if (addition && digestOf(document) === addition.after) {
    const before = unapply(text, addition.insertions);
    const expected = addition.before ?? digestOf({ mark: '', text: '' });
    if (before !== undefined && digestOf({ mark, text: before }) === expected)
      return { text: before, wasMissing: addition.before === null, folders };
  }
  const before = takeOutProven(target.format, text, outermost(settings, path, addition?.created));
  if (before === undefined) {
    throw new SettingsError(
      `${target.path} has a form that cannot be changed safely. Take "${path.join('.')}" out yourself.`,
    );
  }
  const isEmpty = isSame(target.format.read(before), {}) && !/#|\/[/*]/.test(before);
  return { text: before, wasMissing: addition?.before === null && isEmpty, folders };
}

/** Returns the outermost value that does not exist yet. */
function createdBy(settings: unknown, path: Path): Path {
  const missing = path.findIndex((_, i) => getAt(settings, path.slice(0, i + 1)) === undefined);
  return path.slice(0, missing + 1);
}

/** Shows what a user writes where the file cannot be changed safely. */
const byHand = ({ show }: Format, path: Path, value: unknown): string =>
  `Add it yourself, to ${path.slice(0, -1).join('.')}: ${show(path.at(-1)!, value)}`;

/** Returns the value of a server with what the user has added to it: other fields and entries, and options after `mcp`. */
function keepOwn(value: unknown, found: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(found)) {
    const options = found.slice(found.indexOf('mcp') + 1);
    const at = value.indexOf('mcp') + 1;
    if (at === 0) return [...new Set([...value, ...found])];
    if (!found.includes('mcp')) return value;
    return [...value.slice(0, at), ...(options.length > 0 ? options : value.slice(at))];
  }
  if (!isRecord(value) || !isRecord(found)) return value;
  const kept = Object.entries(value).map(([name, one]) => [name, keepOwn(one, found[name])]);
  return { ...found, ...Object.fromEntries(kept) };
}

/**
 * Prepares to add a server or a hook. Returns `undefined` if it is there already.
 *
 * @throws {SettingsError} If the settings cannot be read or changed safely, or if another program has that place.
 */
export function prepareAdd(target: Target, program: Program, { home, isProject }: Place): Change | undefined {
  const document = readDocument(target.path);
  const settings = readSettings(target, document);
  const existing = target.find(settings);
  const found = existing && getAt(settings, existing);
  const value = keepOwn(target.valueFor(program, settings), target.kind === 'server' ? found : undefined);
  if (existing && isSame(found, value)) return undefined;
  if (existing && target.kind === 'server' && !isOurs(found)) {
    throw new SettingsError(
      `${target.path} has another server with the name "ask", so nothing was written. Rename it, and run the command again.`,
    );
  }
  if (
    existing &&
    target.kind === 'hook' &&
    hooksOf(settings).some((one) => isSame(one.path, existing) && !isOurHook(one))
  ) {
    throw new SettingsError(
      `${target.path} runs the hook together with others, so nothing was written. Take it out of that list, and run the command again.`,
    );
  }
  const addition = existing && findAddition(home, document.file, target.kind);
  const base = existing
    ? takeBack(target, document, settings, existing, addition)
    : { text: document.text, wasMissing: !document.read, folders: [] };
  const baseSettings = target.format.read(base.text);
  const path = target.placeFor(baseSettings);
  const insertions = insertProven(target.format, base.text, path, value);
  if (!insertions) {
    throw new SettingsError(
      `${target.path} has a form that cannot be changed safely, so nothing was written. ${byHand(target.format, path, value)}`,
    );
  }
  const after = apply(base.text, insertions);
  const { mark } = document;
  return {
    path: target.path,
    before: document.text,
    after,
    make() {
      const folders = writeDocument(document, after, !isProject);
      const made: Addition = {
        file: document.file,
        kind: target.kind,
        insertions,
        before: base.wasMissing ? null : digestOf({ mark, text: base.text }),
        after: digestOf({ mark, text: after }),
        folders: [...folders, ...base.folders],
        created: createdBy(baseSettings, path.at(-1) === -1 ? path.slice(0, -1) : path),
      };
      try {
        recordAddition(home, document.file, target.kind, made);
      } catch (error) {
        throw new SettingsError(
          `${target.path} was written, but not what to undo, so that remove may leave empty braces: ${reasonOf(error)}.`,
        );
      }
    },
  };
}

/**
 * Prepares to take a server or a hook out. Returns `undefined` if there is none.
 *
 * @throws {SettingsError} If the settings cannot be read or changed safely, or if the place belongs to another program.
 */
export function prepareRemove(target: Target, { home, isProject }: Place): Change | undefined {
  const document = readDocument(target.path);
  const settings = readSettings(target, document);
  const path = target.find(settings);
  if (!path || (target.kind === 'server' && !isOurs(getAt(settings, path)))) return undefined;
  if (target.kind === 'hook' && hooksOf(settings).some((one) => isSame(one.path, path) && !isOurHook(one))) {
    throw new SettingsError(`${target.path} runs the hook together with others. Take it out of that list yourself.`);
  }
  const addition = findAddition(home, document.file, target.kind);
  const { text, wasMissing, folders } = takeBack(target, document, settings, path, addition);
  return {
    path: target.path,
    before: document.text,
    after: wasMissing ? undefined : text,
    make() {
      if (wasMissing) removeDocument(document, folders);
      else writeDocument(document, text, !isProject);
      recordAddition(home, document.file, target.kind);
    },
  };
}
