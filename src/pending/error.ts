/** Thrown if a file of pending questions cannot be written, read or answered. Show its message to the user. */
export class PendingFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PendingFileError';
  }
}
