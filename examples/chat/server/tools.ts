import { aiSdkAskTool } from 'react-ask-user/ai-sdk';
import { askUser } from 'react-ask-user/dialects';
import { LATER_TOOL } from '../shared/chat-message.js';

/**
 * The ask tool has no `execute`: the call ends the model's turn, the page shows the question, and the next request
 * contains the answer as the tool's output. An invalid call returns to the model with its issues.
 *
 * A call of the other tool gets its output at once. The agent goes on, and the answer comes as a message of the user.
 */
export const tools = {
  [askUser.tool.name]: aiSdkAskTool(),
  [LATER_TOOL]: {
    ...aiSdkAskTool(),
    description: `Like ${askUser.tool.name}, for questions whose answers are not needed now. You go on at once, and the answers come as a message of the user.`,
    execute: () => ({ waiting: true }),
  },
};
