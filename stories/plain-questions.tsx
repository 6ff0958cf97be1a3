import type { ReactNode } from 'react';
import {
  cleanText,
  useAskUser,
  type OptionRef,
  type Question,
  type QuestionInput,
  type UseAskUserOptions,
} from 'react-ask-user/hook';

export interface PlainQuestionsProps extends UseAskUserOptions {
  questions: readonly QuestionInput[];
  asker: string;
}

type Ask = ReturnType<typeof useAskUser>;

const NOTHING = { selected: [], other: false, skipped: false };
const PRIMARY = { submit: 'Send', next: 'Next', review: 'Check answers' };

/** The agent's questions on native elements, with the styles of the host. */
export function PlainQuestions({ questions, asker, ...options }: PlainQuestionsProps): ReactNode {
  const ask = useAskUser(questions, { asker, ...options });
  const { phase, result } = ask.state;
  const settled = phase === 'settled';
  return (
    <>
      <p role="status">{settled && (result?.status === 'answered' ? 'Thank you.' : 'Not answered.')}</p>
      {!settled && <PlainCard ask={ask} asker={asker} />}
    </>
  );
}

/** The collapsed card. It has no root element, so no key reaches the hidden inputs. */
function PlainLine({ ask, title }: { ask: Ask; title: string }) {
  return (
    <p>
      {title}{' '}
      <button type="button" onClick={ask.expand}>
        Open
      </button>
    </p>
  );
}

function PlainCard({ ask, asker }: { ask: Ask; asker: string }) {
  const { request, phase, error, active, options } = ask.state;
  const { questions } = request;
  const review = questions.length;
  const title = `${asker} has ${review === 1 ? 'a question' : `${review} questions`}`;
  if (ask.collapsed && phase === 'answering' && !error) return <PlainLine ask={ask} title={title} />;
  return (
    <div {...ask.getRootProps({ 'aria-label': title })}>
      <h3>{title}</h3>
      {review > 1 && (
        <div role="tablist" aria-label="Questions">
          {questions.map((question, index) => (
            <button key={question.id} {...ask.getTabProps(index)}>
              {question.header ?? `Question ${index + 1}`}
              {ask.missing.includes(question) ? '' : ' (done)'}
            </button>
          ))}
          <button {...ask.getTabProps(review)}>Review</button>
        </div>
      )}
      {questions.map((question, index) => (
        <PlainQuestion key={question.id} ask={ask} question={question} index={index} />
      ))}
      {review > 1 && (
        <div {...ask.getPanelProps(review)}>
          <h4 {...ask.getQuestionProps(review)}>Check your answers</h4>
          <p>
            {ask.answeredCount} of {review} answered
          </p>
        </div>
      )}
      {error && (
        <p role="alert">
          Not sent. {cleanText(error.message).slice(0, 500)}{' '}
          {error.retry !== false && <button {...ask.getButtonProps('retry')}>Try again</button>}
        </p>
      )}
      <p>
        <button {...ask.getButtonProps('cancel')}>Cancel</button>{' '}
        {options.allow.decline && <button {...ask.getButtonProps('decline')}>I’d rather not say</button>}{' '}
        {active > 0 && <button {...ask.getButtonProps('back')}>Back</button>}{' '}
        <button {...ask.getButtonProps('primary')}>
          {phase === 'submitting' ? 'Sending…' : PRIMARY[ask.primaryAction]}
        </button>{' '}
        <button type="button" onClick={ask.collapse}>
          Later
        </button>
      </p>
      {ask.confirmation && (
        <dialog {...ask.confirmation.getDialogProps()}>
          <h4>{ask.confirmation.title}</h4>
          <button {...ask.confirmation.getDismissProps()}>Go back</button>{' '}
          <button {...ask.confirmation.getConfirmProps()}>
            {phase === 'confirmingDiscard' ? 'Discard' : 'Send anyway'}
          </button>
        </dialog>
      )}
    </div>
  );
}

function PlainQuestion({ ask, question, index }: { ask: Ask; question: Question; index: number }) {
  const { id, options } = question;
  const { selected, other, skipped } = ask.state.drafts[index] ?? NOTHING;
  const choices: OptionRef[] = options.length > 0 ? [...options.keys(), 'other'] : [];
  return (
    <div {...ask.getPanelProps(index)}>
      <h4 {...ask.getQuestionProps(id)}>{question.question}</h4>
      {question.context && <p>{question.context}</p>}
      {choices.length > 0 && (
        <div {...ask.getOptionsProps(id)}>
          {choices.map((option) => (
            <p key={option}>
              <label>
                <input {...ask.getOptionProps(id, option)} />{' '}
                {option === 'other' ? 'Something else' : options[option]?.label}
              </label>
            </p>
          ))}
        </div>
      )}
      <p>
        <textarea
          {...ask.getFieldProps(id, { rows: 2, cols: 40, ...(choices.length > 0 && { 'aria-label': 'Your answer' }) })}
        />
      </p>
      {ask.state.missing.includes(index) && <div {...ask.getAnswerErrorProps(id)}>This one needs an answer.</div>}
      <p>
        {skipped && 'Left out. '}
        {(selected.length > 0 || other || skipped) && <button {...ask.getButtonProps('clear')}>Undo</button>}{' '}
        {ask.canSkip && !skipped && <button {...ask.getButtonProps('skip')}>Leave out</button>}
      </p>
      <p>
        <label>
          Note <textarea {...ask.getNotesProps(id)} />
        </label>
      </p>
    </div>
  );
}
