// ask-name.tsx
import { useAskUser } from 'react-ask-user/hook';

const questions = [{ question: 'Service name?' }];

export function AskName({ send }: { send: (output: object) => unknown }) {
  const { activeQuestion: name, confirmation, ...ask } = useAskUser(questions, { onSubmit: send, onCancel: send });
  return (
    <div {...ask.getRootProps()}>
      <h3 {...name?.getHeadingProps()}>{name?.question}</h3>
      <textarea {...name?.getFieldProps()} />
      {name?.issue && <p {...name.getIssueProps()}>{name.issue.message}</p>}
      <button {...ask.getButtonProps('cancel')}>Cancel</button>
      <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
      {confirmation && (
        <dialog {...confirmation.getDialogProps()}>
          <p>{confirmation.title}</p>
          <button {...confirmation.getDismissProps()}>Go back</button>
          <button {...confirmation.getConfirmProps()}>Continue</button>
        </dialog>
      )}
    </div>
  );
}
