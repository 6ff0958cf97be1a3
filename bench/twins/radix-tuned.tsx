import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import * as Tabs from '@radix-ui/react-tabs';
import { memo, useCallback, useId, useMemo, useState, type ReactElement } from 'react';
import type { QuestionInput } from 'react-ask-user';
import type { ContestantProps } from '../pages/present.js';
import { choose, createDraftStore, isAnswered, useDraft, type DraftStore } from './draft-store.js';

interface PartProps {
  store: DraftStore;
  index: number;
}

/**
 * A carefully composed Radix form without extras: a store with listeners per question, marks painted by CSS instead of
 * Indicators, and panels that stay mounted once they were shown.
 */
export function RadixTuned({ questions, onDone }: ContestantProps): ReactElement {
  const [store] = useState(() => createDraftStore(questions.length));
  const [active, setActive] = useState(0);
  const [visited, setVisited] = useState<ReadonlySet<number>>(() => new Set([0]));
  const goTo = useCallback((index: number) => {
    setActive(index);
    setVisited((before) => (before.has(index) ? before : new Set([...before, index])));
  }, []);
  const last = active === questions.length - 1;

  const proceed = () => {
    if (!last) return goTo(active + 1);
    const missing = questions.findIndex((_, index) => !isAnswered(store.get(index)));
    if (missing >= 0) return goTo(missing);
    onDone();
  };

  const tabs = useMemo(
    () => (
      <Tabs.List className="tabs">
        {questions.map(({ header = '' }, index) => (
          <Tab key={index} store={store} index={index} header={header} />
        ))}
      </Tabs.List>
    ),
    [questions, store],
  );

  return (
    <Tabs.Root className="card" value={String(active)} onValueChange={(value) => goTo(Number(value))}>
      {tabs}
      {questions.map((question, index) => (
        <Tabs.Content key={index} value={String(index)} forceMount hidden={index !== active}>
          {visited.has(index) && <Panel store={store} index={index} question={question} />}
        </Tabs.Content>
      ))}
      <div className="actions">
        {active > 0 && (
          <button type="button" data-variant="secondary" onClick={() => goTo(active - 1)}>
            Back
          </button>
        )}
        <button type="button" data-variant="primary" onClick={proceed}>
          {last ? 'Submit' : 'Next'}
        </button>
      </div>
    </Tabs.Root>
  );
}

const Tab = memo(function Tab({ store, index, header }: PartProps & { header: string }) {
  const answered = useDraft(store, index, isAnswered);
  return (
    <Tabs.Trigger value={String(index)}>
      {header}
      {answered && <span className="hidden">, answered</span>}
    </Tabs.Trigger>
  );
});

const Panel = memo(function Panel({ question, ...part }: PartProps & { question: QuestionInput }) {
  const id = useId();
  const Choices = question.multiSelect ? Checks : Radios;
  return (
    <>
      <h3 id={id}>{question.question}</h3>
      <Choices {...part} options={question.options ?? []} labelledBy={id} />
      <OtherField {...part} />
    </>
  );
});

interface ChoicesProps extends PartProps {
  options: NonNullable<QuestionInput['options']>;
  labelledBy: string;
}

function Radios({ store, index, options, labelledBy }: ChoicesProps) {
  const value = useDraft(store, index, ({ other, selected: [first] }) => (other ? options.length : first));
  const rows = useMemo(
    () =>
      [...options, 'Other'].map((option, at) => (
        <Row key={at} option={option}>
          <RadioGroup.Item className="control" value={String(at)} />
        </Row>
      )),
    [options],
  );
  return (
    <RadioGroup.Root
      aria-labelledby={labelledBy}
      value={value === undefined ? null : String(value)}
      onValueChange={(next) => {
        const at = Number(next);
        store.set(index, choose(store.get(index), at === options.length ? undefined : at, false));
      }}
    >
      {rows}
    </RadioGroup.Root>
  );
}

function Checks({ store, index, options, labelledBy }: ChoicesProps) {
  return (
    <div role="group" aria-labelledby={labelledBy}>
      {options.map((option, at) => (
        <Row key={at} option={option}>
          <Check store={store} index={index} at={at} />
        </Row>
      ))}
      <Row option="Other">
        <Check store={store} index={index} at={undefined} />
      </Row>
    </div>
  );
}

function Check({ store, index, at }: PartProps & { at: number | undefined }) {
  const checked = useDraft(store, index, ({ other, selected }) => (at === undefined ? other : selected.includes(at)));
  const toggle = () => store.set(index, choose(store.get(index), at, true));
  return <Checkbox.Root className="control" checked={checked} onCheckedChange={toggle} />;
}

function Row({ option, children }: { option: ChoicesProps['options'][number]; children: ReactElement }) {
  const { label, description } = typeof option === 'string' ? { label: option } : option;
  return (
    <label className="option">
      {children}
      <span>{label}</span>
      {description !== undefined && <small>{description}</small>}
    </label>
  );
}

function OtherField({ store, index }: PartProps) {
  const text = useDraft(store, index, (draft) => (draft.other ? draft.text : undefined));
  if (text === undefined) return null;
  return (
    <textarea
      aria-label="Your answer"
      rows={1}
      value={text}
      onChange={(event) => store.set(index, { ...store.get(index), text: event.target.value })}
    />
  );
}
