import { AskUser, useQuestion, type AskUserResult, type ResultDetails, type StateReducer } from 'react-ask-user';

/** Tool call that runs only if the user approves it. */
export interface ToolCall {
  id: string;
  command: string;
}

/** Decision that the agent receives. `command` is the command to run, which the user may have edited. */
export type Decision = { approved: true; command: string } | { approved: false; reason: string };

const OPTIONS = [
  { label: 'Approve', description: 'Run the command as it is.' },
  { label: 'Deny', description: 'Do not run it.' },
];
const APPROVE = 0;
const DENY = 1;

/** Converts a result to a decision. Only an approval by the user approves the call. */
export function toDecision(result: AskUserResult, { command }: ToolCall): Decision {
  if (result.status !== 'answered') return { approved: false, reason: `The user did not decide: ${result.status}.` };
  const [answer] = result.answers;
  if (answer?.custom !== undefined) return { approved: true, command: answer.custom };
  if (answer?.selected[0]?.index === APPROVE) return { approved: true, command };
  return { approved: false, reason: answer?.notes ?? 'The user denied the call.' };
}

/** Fills the field with the command when the user opens it by a click, a digit or an arrow key. */
const prefill =
  ({ command }: ToolCall): StateReducer =>
  (state, { changes }) => {
    const [draft] = changes.drafts;
    const opens = draft?.other && !state.drafts[0]?.other && draft.custom === '';
    return opens ? { ...changes, drafts: [{ ...draft, custom: command }] } : changes;
  };

function Reason() {
  if (!useQuestion().options[DENY]?.isSelected) return null;
  return (
    <>
      <AskUser.Notes />
      <AskUser.AddNote />
    </>
  );
}

export interface ApproveCallProps {
  call: ToolCall;
  /** Called once. If it rejects, the card offers a retry. */
  onDecision: (decision: Decision) => unknown;
}

export function ApproveCall({ call, onDecision }: ApproveCallProps) {
  const decide = (_: unknown, { result }: ResultDetails) => onDecision(toDecision(result, call));
  return (
    <AskUser.Root
      requestId={call.id}
      asker="Deploy agent"
      questions={[{ question: 'Run this command?', context: call.command, options: OPTIONS }]}
      messages={{
        title: () => '{asker} wants to run a command',
        other: 'Edit',
        otherHint: 'Run it with your changes.',
        yourAnswer: 'Command',
        missingOption: 'Choose Approve, Deny or Edit.',
        addNote: 'Add a reason',
        note: 'Reason for the agent (optional)',
      }}
      stateReducer={prefill(call)}
      allow={{ recommended: false }}
      onSubmit={decide}
      onCancel={decide}
    >
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Title />
          <AskUser.Questions>
            {(_, index) => (
              <AskUser.Question index={index}>
                <AskUser.Prompt />
                <AskUser.Options />
                <AskUser.Other />
                <Reason />
                <AskUser.AnswerError />
              </AskUser.Question>
            )}
          </AskUser.Questions>
          <AskUser.DeliveryError />
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  );
}
