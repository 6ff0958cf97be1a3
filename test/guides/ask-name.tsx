// ask-name.tsx
import { useAskUser } from 'react-ask-user/hook';

const questions = [{ id: 'name', question: 'Service name?' }];

export function AskName({ send }: { send: (output: object) => unknown }) {
  const ask = useAskUser(questions, { onSubmit: send, onCancel: send });
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Question from Assistant' })}>
      <h3 {...ask.getQuestionProps('name')}>Service name?</h3>
      <textarea {...ask.getFieldProps('name')} />
      {ask.state.missing.length > 0 && <p {...ask.getAnswerErrorProps('name')}>Type an answer.</p>}
      <button {...ask.getButtonProps('cancel')}>Cancel</button>
      <button {...ask.getButtonProps('primary')}>Submit</button>
      {ask.confirmation && (
        <dialog {...ask.confirmation.getDialogProps()}>
          <p>{ask.confirmation.title}</p>
          <button {...ask.confirmation.getDismissProps()}>Go back</button>
          <button {...ask.confirmation.getConfirmProps()}>Continue</button>
        </dialog>
      )}
    </div>
  );
}
