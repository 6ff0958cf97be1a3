// questions.tsx
import { cleanText, useAskUser, type Question, type QuestionInput } from 'react-ask-user/hook';

type Ask = ReturnType<typeof useAskUser>;

/** Focuses the element if the one that had the focus was removed. */
const takeLostFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};

export function Questions({ questions, send }: { questions: QuestionInput[]; send: (result: unknown) => void }) {
  const ask = useAskUser(questions, { onSubmit: send, onCancel: send });
  const settled = ask.state.phase === 'settled';
  return (
    <>
      <div role="status">
        {settled && (
          <p ref={takeLostFocus} tabIndex={-1}>
            Thank you.
          </p>
        )}
      </div>
      {!settled && <Form ask={ask} />}
    </>
  );
}

function Form({ ask }: { ask: Ask }) {
  const { questions } = ask.state.request;
  const last = questions.length;
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Question from Assistant' })}>
      {last > 1 && (
        <div role="tablist" aria-label="Questions">
          {questions.map(({ id, header }, index) => (
            <button key={id} {...ask.getTabProps(index)}>
              {header ?? `Question ${index + 1}`}
            </button>
          ))}
          <button {...ask.getTabProps(last)}>Review</button>
        </div>
      )}
      {questions.map((question, index) => (
        <OneQuestion key={question.id} ask={ask} question={question} index={index} />
      ))}
      {last > 1 && (
        <div {...ask.getPanelProps(last)}>
          <h3 {...ask.getQuestionProps(last)}>Check your answers</h3>
        </div>
      )}
      {ask.state.error && (
        <p role="alert">
          Not sent. {cleanText(ask.state.error.message).slice(0, 500)}{' '}
          {ask.state.error.retry !== false && <button {...ask.getButtonProps('retry')}>Try again</button>}
        </p>
      )}
      <button {...ask.getButtonProps('cancel')}>Cancel</button>
      <button {...ask.getButtonProps('primary')}>{ask.primaryAction === 'submit' ? 'Submit' : 'Next'}</button>
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

function OneQuestion({ ask, question, index }: { ask: Ask; question: Question; index: number }) {
  const { id, options } = question;
  return (
    <div {...ask.getPanelProps(index)}>
      <h3 {...ask.getQuestionProps(id)}>{question.question}</h3>
      {options.length > 0 && (
        <div {...ask.getOptionsProps(id)}>
          {options.map(({ label }, option) => (
            <label key={option}>
              <input {...ask.getOptionProps(id, option)} /> {label}
            </label>
          ))}
          <label>
            <input {...ask.getOptionProps(id, 'other')} /> Other
          </label>
        </div>
      )}
      <textarea {...ask.getFieldProps(id, options.length > 0 ? { 'aria-label': 'Your answer' } : {})} />
      {ask.state.missing.includes(index) && <p {...ask.getAnswerErrorProps(id)}>This one needs another answer.</p>}
    </div>
  );
}
