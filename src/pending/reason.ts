import type { Issue } from '../core/question/issues.js';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBADF: 'it is not open for this',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'the limit for file sizes is reached',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'not permitted',
  EPIPE: 'it was closed by whoever reads it',
  EROFS: 'the disk is read-only',
};

/** The system's own code of an error, as `ENOSPC`; `undefined` for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Why something failed, in a few plain words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? '';
  const known = REASONS[code];
  if (known !== undefined) return `${known} (${code})`;
  return error instanceof Error ? error.message : String(error);
}

/** A finding as one line. */
export const issueLine = ({ path, message }: Issue): string => (path ? `${path}: ${message}` : message);
