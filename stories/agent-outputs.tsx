import { useSyncExternalStore } from 'react';
import { AskUser, useAskUserContext, type AskUserDialogProps } from 'react-ask-user';
import { buildPartialAnswers, type AskUserState, type Reply } from 'react-ask-user/core';
import { claudeCode, codex, geminiCli, mcpElicitation, type AgentDialect } from 'react-ask-user/dialects';
import './agent-outputs.css';

const AGENTS: readonly (readonly [string, AgentDialect<unknown, unknown>])[] = [
  ['Claude Code', claudeCode],
  ['Codex', codex],
  ['Gemini CLI', geminiCli],
  ['MCP', mcpElicitation],
];

/** Returns the replies to the questions that have an answer so far. */
const repliesOf = ({ request, drafts }: AskUserState): Reply[] =>
  request.questions.flatMap(({ id }, i) => {
    const { selected, custom } = drafts[i]!;
    return selected.length || custom ? [{ questionId: id, selected, ...(custom && { custom }) }] : [];
  });

/** Shows what four agents would read of the questions that are answered so far. */
function AgentOutputs() {
  const { store } = useAskUserContext();
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const built = buildPartialAnswers(state.request, repliesOf(state));
  const answers = built.ok ? built.value : [];
  const answered = {
    ...state.request,
    questions: state.request.questions.filter(({ id }) => answers.some(({ questionId }) => questionId === id)),
  };
  return (
    <aside className="agent-outputs">
      <h4>What each agent reads</h4>
      <dl>
        {AGENTS.map(([name, dialect]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{answers.length > 0 && dialect.toModelText({ status: 'answered', answers }, answered)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** The dialog beside the outputs of four dialects, which follow the user's input. */
export function WithAgentOutputs(props: AskUserDialogProps<unknown, unknown>) {
  return (
    <AskUser.Root {...props}>
      <div className="with-agent-outputs">
        <AskUser.Card>
          <AskUser.Body>
            <AskUser.Title />
            <AskUser.Questions />
            <AskUser.Actions />
            <AskUser.DeliveryError />
          </AskUser.Body>
        </AskUser.Card>
        <AgentOutputs />
      </div>
    </AskUser.Root>
  );
}
