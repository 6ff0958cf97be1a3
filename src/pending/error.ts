/** Why a file of pending questions could not be written, read or answered: one line for the user, without a stack to show. */
export class PendingFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PendingFileError';
  }
}
