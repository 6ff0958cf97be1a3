// ask-later.ts
import { askUser } from 'react-ask-user/dialects';

/** A tool whose agent does not wait. Its description says so to the model. */
export const askLater = {
  ...askUser.tool,
  name: 'ask_user_later',
  description:
    'Ask the user questions whose answers you do not need yet. Go on meanwhile with what does not depend on them. ' +
    'The answers come as a message of the user.',
  blocking: false,
} as const;
