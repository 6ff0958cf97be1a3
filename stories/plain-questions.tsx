import type { ComponentType, ReactNode } from 'react';
import {
  useAskUser,
  type QuestionInput,
  type QuestionModel,
  type UseAskUserOptions,
  type UseAskUserReturn,
} from 'react-ask-user/hook';

export interface PlainQuestionsProps extends UseAskUserOptions {
  questions: readonly QuestionInput[];
  asker: string;
  /** Renders the options of a question. By default, they are native inputs. */
  Options?: ComponentType<QuestionModel>;
}

const MESSAGES = { submit: 'Send', submitAll: 'Send', other: 'Something else' };

/** The agent's questions on native elements, with the styles of the host. */
export function PlainQuestions({
  questions,
  asker,
  Options = NativeOptions,
  ...options
}: PlainQuestionsProps): ReactNode {
  const ask = useAskUser(questions, { asker, messages: MESSAGES, ...options });
  const settled = ask.phase === 'settled';
  return (
    <>
      <p role="status">{settled && (ask.result?.status === 'answered' ? 'Thank you.' : 'Not answered.')}</p>
      {!settled && <PlainCard {...ask} Options={Options} asker={asker} />}
    </>
  );
}

interface CardProps extends UseAskUserReturn, Required<Pick<PlainQuestionsProps, 'Options'>> {
  asker: string;
}

function PlainCard({ Options, asker, questions, review, error, confirmation, phase, ...ask }: CardProps) {
  const { answered, total } = ask.progress;
  const title = `${asker} has ${total === 1 ? 'a question' : `${total} questions`}`;
  // The collapsed card has no root element, so no key reaches the hidden inputs.
  if (ask.collapsed && phase === 'answering' && !error)
    return (
      <p>
        {title}{' '}
        <button type="button" onClick={ask.expand}>
          Open
        </button>
      </p>
    );
  return (
    <div {...ask.getRootProps({ 'aria-label': title })}>
      <h3>{title}</h3>
      {review && (
        <div {...ask.getTabListProps()}>
          {questions.map(({ id, header, getTabProps }) => (
            <button key={id} {...getTabProps()}>
              {header}
            </button>
          ))}
          <button {...review.getTabProps()}>{ask.messages.review}</button>
        </div>
      )}
      {questions.map((question) => (
        <PlainQuestion key={question.id} question={question} Options={Options} getButtonProps={ask.getButtonProps} />
      ))}
      {review && (
        <div {...review.getPanelProps()}>
          <h4 {...review.getHeadingProps()}>Check your answers</h4>
          <ul>
            {questions.map(({ id, header, answerText = '–' }) => (
              <li key={id}>
                {header}: {answerText}
              </li>
            ))}
          </ul>
          <p>
            {answered} of {total} answered
          </p>
        </div>
      )}
      {error && (
        <p role="alert">
          {error.message} {error.canRetry && <button {...error.getRetryProps()}>Try again</button>}
        </p>
      )}
      <p>
        <button {...ask.getButtonProps('cancel')}>Cancel</button>{' '}
        {ask.allow.decline && <button {...ask.getButtonProps('decline')}>I’d rather not say</button>}{' '}
        {!questions[0]?.isShown && <button {...ask.getButtonProps('back')}>Back</button>}{' '}
        <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>{' '}
        <button type="button" onClick={ask.collapse}>
          Later
        </button>
      </p>
      {confirmation && (
        <dialog {...confirmation.getDialogProps()}>
          <h4>{confirmation.title}</h4>
          <button {...confirmation.getDismissProps()}>Go back</button>{' '}
          <button {...confirmation.getConfirmProps()}>
            {phase === 'confirmingDiscard' ? 'Discard' : 'Send anyway'}
          </button>
        </dialog>
      )}
    </div>
  );
}

const NativeOptions = ({ options, getOptionsProps }: QuestionModel) => (
  <div {...getOptionsProps()}>
    {options.map(({ key, label, getInputProps }) => (
      <p key={key}>
        <label>
          <input {...getInputProps()} /> {label}
        </label>
      </p>
    ))}
  </div>
);

interface QuestionProps extends Pick<CardProps, 'Options' | 'getButtonProps'> {
  question: QuestionModel;
}

function PlainQuestion({ question, Options, getButtonProps }: QuestionProps) {
  const { options, context, draft, issue } = question;
  const hasInput = options.some(({ isSelected }) => isSelected) || draft.skipped;
  return (
    <div {...question.getPanelProps()}>
      <h4 {...question.getHeadingProps()}>{question.question}</h4>
      {context && <p>{context}</p>}
      {options.length > 0 && <Options {...question} />}
      <p>
        <textarea {...question.getFieldProps({ rows: 2, cols: 40 })} />
      </p>
      {issue && <div {...question.getIssueProps()}>{issue.message}</div>}
      <p>
        {draft.skipped && 'Left out. '}
        {hasInput && <button {...getButtonProps('clear')}>Undo</button>}{' '}
        {question.canSkip && !draft.skipped && <button {...getButtonProps('skip')}>Leave out</button>}
      </p>
      {question.isNotesShown && (
        <p>
          <label>
            Note <textarea {...question.getNotesProps()} />
          </label>
        </p>
      )}
    </div>
  );
}
