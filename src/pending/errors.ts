import type { Issue } from '../core/question/issues.js';

/**
 * Thrown if a file of pending questions cannot be written, read, answered or removed, or is invalid. Show its message
 * to the user.
 */
export class PendingFileError extends Error {
  /** Whether questions are still open, and nothing else is wrong. */
  readonly isOpen: boolean;

  constructor(message: string, isOpen = false) {
    super(message);
    this.name = 'PendingFileError';
    this.isOpen = isOpen;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBADF: 'not open for this operation',
  EDQUOT: 'disk quota exceeded',
  EEXIST: 'already exists',
  EFBIG: 'file size limit reached',
  EISDIR: 'is a folder',
  ELOOP: 'is a symbolic link',
  ENAMETOOLONG: 'name too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'disk full',
  ENOTDIR: 'part of the path is not a folder',
  EPERM: 'not permitted',
  EPIPE: 'closed by the reader',
  EROFS: 'read-only disk',
};

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? '';
  const known = REASONS[code];
  if (known !== undefined) return `${known} (${code})`;
  return error instanceof Error ? error.message : String(error);
}

export const issueLine = ({ path, message }: Issue): string => (path ? `${path}: ${message}` : message);
