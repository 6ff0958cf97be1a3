// questions.tsx
import { useAskUser, type Question, type QuestionInput } from 'react-ask-user';

type Ask = ReturnType<typeof useAskUser>;

export function Questions({ questions, send }: { questions: QuestionInput[]; send: (result: unknown) => void }) {
  const ask = useAskUser(questions, { asker: 'Setup assistant', onSubmit: send, onCancel: send });
  const { request, phase } = ask.state;
  if (phase === 'settled') return <p role="status">Thank you.</p>;
  const last = request.questions.length;
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Question from Setup assistant' })}>
      {last > 1 && (
        <div role="tablist" aria-label="Questions">
          {request.questions.map(({ id, header }, index) => (
            <button key={id} {...ask.getTabProps(index)}>
              {header ?? `Question ${index + 1}`}
            </button>
          ))}
          <button {...ask.getTabProps(last)}>Review</button>
        </div>
      )}
      {request.questions.map((question, index) => (
        <OneQuestion key={question.id} ask={ask} question={question} index={index} />
      ))}
      {last > 1 && (
        <div {...ask.getPanelProps(last)}>
          <h3 {...ask.getQuestionProps(last)}>Check your answers</h3>
          <p>
            {ask.answeredCount} of {last} answered
          </p>
        </div>
      )}
      {ask.state.error && (
        <p role="alert">
          Not sent. {ask.state.error.message} <button {...ask.getButtonProps('retry')}>Try again</button>
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
      <label>
        Note <textarea {...ask.getNotesProps(id)} />
      </label>
    </div>
  );
}
