import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useAskUserContext, type AskUserRequest, type AskUserResult } from 'react-ask-user';
import { buildPartialAnswers, type AskUserState, type Issue, type Reply } from 'react-ask-user/core';
import type { AgentDialect } from 'react-ask-user/dialects';
import { CopyButton } from './copy-button.js';
import { InlineCode } from './inline-code.js';
import type { Formats } from './state.js';

/** Returns the replies to the questions that have a valid answer so far. */
function repliesSoFar({ request, drafts }: AskUserState): Reply[] {
  return request.questions.flatMap(({ id }, i) => {
    const { selected, custom, other, notes } = drafts[i]!;
    const text = other || request.questions[i]!.options.length === 0 ? custom : '';
    const reply = { questionId: id, selected, ...(text.trim() && { custom: text }), ...(notes.trim() && { notes }) };
    return buildPartialAnswers(request, [reply]).ok ? [reply] : [];
  });
}

/** Returns the result so far: the settled one, or the answers as if the user submitted them now. */
function useResultSoFar(settled: AskUserResult | undefined): [AskUserResult, AskUserRequest] | undefined {
  const { store } = useAskUserContext();
  const state = useDeferredValue(useSyncExternalStore(store.subscribe, store.getState));
  return useMemo(() => {
    if (settled) return [settled, state.request];
    const built = buildPartialAnswers(state.request, repliesSoFar(state));
    if (!built.ok || built.value.length === 0) return undefined;
    const isAnswered = ({ id }: { id: string }) => built.value.some(({ questionId }) => questionId === id);
    const request = { ...state.request, questions: state.request.questions.filter(isAnswered) };
    return [{ status: 'answered', answers: built.value }, request];
  }, [settled, state]);
}

interface OutputProps {
  dialect: AgentDialect;
  result: AskUserResult;
  request: AskUserRequest;
  lost: readonly Issue[];
  isOpen: boolean;
}

function Output({ dialect, result, request, lost, isOpen }: OutputProps) {
  const [isShown, setIsShown] = useState(isOpen);
  const text = isShown ? dialect.toModelText(result, request) : '';
  const output = isShown ? dialect.formatResult(result, request) : undefined;
  const json = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
      <summary>
        <InlineCode text={dialect.agent} />
        {lost.length > 0 && <span className="playground-badge">{lost.length} lost</span>}
      </summary>
      {isShown && (
        <div className="playground-output">
          <Block title="Text for the model" text={text} label={`${dialect.name}, text for the model`} />
          {json !== text && (
            <Block title="Output for the host" text={json} label={`${dialect.name}, output for the host`} />
          )}
          {lost.length > 0 && (
            <ul className="playground-lost">
              {lost.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {message} <code>{path}</code>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </details>
  );
}

function Block({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <div className="playground-block">
      <div className="playground-block-title">
        {title}
        <CopyButton text={text} label={`Copy: ${label}`} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A key scrolls it. */}
      <pre tabIndex={0} role="group" aria-label={label}>
        <bdi>{text}</bdi>
      </pre>
    </div>
  );
}

interface OutputsProps {
  settled: AskUserResult | undefined;
  /** Name of the dialect of the call. Its output is the first one, and open. */
  current: string;
  /** Not set until they have been loaded. */
  formats: Formats | undefined;
}

/** Shows what each of the agents reads. Must be inside of `AskUser.Root`. */
export function Outputs({ settled, current, formats }: OutputsProps) {
  const soFar = useResultSoFar(settled);
  const outputs = useMemo(() => {
    if (!soFar || !formats) return undefined;
    const { DIALECTS, getLosses } = formats;
    const [result, request] = soFar;
    return DIALECTS.toSorted((a, b) => Number(b.name === current) - Number(a.name === current)).map((dialect) => ({
      ...{ dialect, result, request },
      lost: getLosses(dialect, result, request),
    }));
  }, [soFar, current, formats]);
  if (!outputs) return <p className="playground-empty">Answer a question, and read here what each agent receives.</p>;
  const lossy = outputs.filter(({ lost }) => lost.length > 0).length;
  return (
    <>
      <p className="playground-note" role="status">
        {settled ? `Settled as ${settled.status}. ` : 'Not sent yet. '}
        {outputs.length} agents, {lossy === 0 ? 'nothing is lost.' : `${lossy} with losses.`}
      </p>
      <div className="playground-outputs">
        {outputs.map((output) => (
          <Output key={output.dialect.name} {...output} isOpen={output.dialect.name === current} />
        ))}
      </div>
    </>
  );
}
