// questions.tsx
import { useId } from 'react';
import { useAskUser, type QuestionInput, type QuestionModel, type UseAskUserReturn } from 'react-ask-user/hook';

/** Focuses the element if the one that had the focus was removed. */
const takeLostFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};

export function Questions({ questions, send }: { questions: QuestionInput[]; send: (result: unknown) => void }) {
  const ask = useAskUser(questions, { onSubmit: send, onCancel: send });
  return (
    <>
      <div role="status">
        {ask.settledTitle && (
          <p ref={takeLostFocus} tabIndex={-1}>
            {ask.settledTitle}
          </p>
        )}
      </div>
      {!ask.settledTitle && <Form {...ask} />}
    </>
  );
}

function Form({ questions, review, error, confirmation, messages, ...ask }: UseAskUserReturn) {
  return (
    <div {...ask.getRootProps()}>
      {review && (
        <div {...ask.getTabListProps()}>
          {questions.map(({ id, header, getTabProps }) => (
            <button key={id} {...getTabProps()}>
              {header}
            </button>
          ))}
          <button {...review.getTabProps()}>{messages.review}</button>
        </div>
      )}
      {questions.map((question) => (
        <OneQuestion key={question.id} {...question} />
      ))}
      {review && (
        <div {...review.getPanelProps()}>
          <h3 {...review.getHeadingProps()}>{messages.reviewTitle}</h3>
          {questions.map(({ id, header, answerText = '–' }) => (
            <p key={id}>
              {header}: {answerText}
            </p>
          ))}
        </div>
      )}
      {error && (
        <p role="alert">
          {error.message} {error.canRetry && <button {...error.getRetryProps()}>{messages.retry}</button>}
        </p>
      )}
      <button {...ask.getButtonProps('cancel')}>{messages.cancel}</button>
      {ask.progress.position > 1 && <button {...ask.getButtonProps('back')}>{messages.back}</button>}
      <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
      {confirmation && (
        <dialog {...confirmation.getDialogProps()}>
          <p>{confirmation.title}</p>
          {confirmation.text && <p>{confirmation.text}</p>}
          <button {...confirmation.getDismissProps()}>{confirmation.dismissLabel}</button>
          <button {...confirmation.getConfirmProps()}>{confirmation.confirmLabel}</button>
        </dialog>
      )}
    </div>
  );
}

function OneQuestion({ question, context, options, isFieldShown, issue, ...own }: QuestionModel) {
  const id = useId();
  return (
    <div {...own.getPanelProps()}>
      <h3 {...own.getHeadingProps()}>{question}</h3>
      {context && <p>{context}</p>}
      {options.length > 0 && (
        <div {...own.getOptionsProps()}>
          {options.map(({ key, label, description, getInputProps }) => (
            <div key={key}>
              <label>
                <input {...getInputProps({ 'aria-describedby': description && id + key })} /> {label}
              </label>
              {description && <p id={id + key}>{description}</p>}
            </div>
          ))}
        </div>
      )}
      {isFieldShown && <textarea {...own.getFieldProps()} />}
      {issue && <p {...own.getIssueProps()}>{issue.message}</p>}
    </div>
  );
}
