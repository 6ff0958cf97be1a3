import { useId, useState, type FormEvent, type ReactElement } from 'react';
import type { ContestantProps } from '../pages/present.js';
import { choose, EMPTY, isAnswered, type TwinDraft } from './draft-store.js';

/** A handwritten component for the same task: native inputs, and only the current question is rendered. */
export function PlainReact({ questions, onDone }: ContestantProps): ReactElement | null {
  const id = useId();
  const [active, setActive] = useState(0);
  const [drafts, setDrafts] = useState<readonly TwinDraft[]>(() => questions.map(() => EMPTY));
  const question = questions[active];
  const draft = drafts[active];
  if (!question || !draft) return null;

  const { options = [], multiSelect = false } = question;
  const last = active === questions.length - 1;
  const change = (next: TwinDraft) => setDrafts(drafts.with(active, next));
  const pick = (option: number | undefined) => change(choose(draft, option, multiSelect));
  const type = multiSelect ? 'checkbox' : 'radio';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!last) return setActive(active + 1);
    const missing = drafts.findIndex((each) => !isAnswered(each));
    if (missing >= 0) return setActive(missing);
    onDone();
  };

  return (
    <form className="card" aria-label="Questions" onSubmit={onSubmit}>
      <div className="tabs" role="tablist">
        {questions.map(({ header }, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            tabIndex={index === active ? 0 : -1}
            onClick={() => setActive(index)}
          >
            {header}
            {drafts[index] && isAnswered(drafts[index]) && <span className="hidden">, answered</span>}
          </button>
        ))}
      </div>
      <fieldset key={active} role="tabpanel" aria-labelledby={`${id}-tab-${active}`}>
        <legend>{question.question}</legend>
        {options.map((option, index) => {
          const { label, description } = typeof option === 'string' ? { label: option } : option;
          return (
            <label key={index} className="option">
              <input type={type} name={id} checked={draft.selected.includes(index)} onChange={() => pick(index)} />
              <span>{label}</span>
              <small>{description}</small>
            </label>
          );
        })}
        <label className="option">
          <input type={type} name={id} checked={draft.other} onChange={() => pick(undefined)} />
          <span>Other</span>
        </label>
        {draft.other && (
          <textarea
            aria-label="Your answer"
            rows={1}
            value={draft.text}
            onChange={(event) => change({ ...draft, text: event.target.value })}
          />
        )}
      </fieldset>
      <div className="actions">
        {active > 0 && (
          <button type="button" data-variant="secondary" onClick={() => setActive(active - 1)}>
            Back
          </button>
        )}
        <button type="submit" data-variant="primary">
          {last ? 'Submit' : 'Next'}
        </button>
      </div>
    </form>
  );
}
