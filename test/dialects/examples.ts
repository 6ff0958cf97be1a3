/** An input that an agent or its host really sends. */
export interface Example {
  /** Name of the dialect that reads the input. */
  readonly dialect: string;
  readonly what: string;
  readonly input: unknown;
  /** Whether other dialects may have written the same shape, so that detection is ambiguous. */
  readonly shared?: true;
}

const described = (...labels: readonly string[]) => labels.map((label) => ({ label, description: `about ${label}` }));
const DATABASE = { question: 'Which database?', header: 'Database', options: described('Postgres', 'SQLite') };
const PARTS = { question: 'Which parts?', header: 'Parts', options: described('Auth', 'Mail', 'Search') };
const BOTH = {
  questions: [
    { ...DATABASE, multiSelect: false },
    { ...PARTS, multiSelect: true },
  ],
};

const CLAUDE_AI = {
  questions: [
    { question: 'Which database?', options: ['Postgres', 'SQLite'], type: 'single_select' },
    { question: 'Which parts?', options: ['Auth', 'Mail', 'Search'], type: 'multi_select' },
  ],
};
const CODEX = {
  threadId: 'thr_1',
  turnId: 'turn_1',
  itemId: 'call_1',
  questions: [{ id: 'db', ...DATABASE, isOther: true, isSecret: false }],
  isBlocking: false,
  autoResolutionMs: null,
};
const ASYNC = { questions: [{ title: 'Which database?', options: ['Postgres', 'SQLite'] }, { title: 'Why?' }] };
const COPILOT_FORM = {
  message: 'What database should I use?',
  requestedSchema: {
    properties: {
      database: { type: 'string', title: 'Database engine', enum: ['Postgres', 'SQLite'], default: 'Postgres' },
      cache: { type: 'boolean', title: 'Cache' },
    },
  },
};
const DEEP = {
  type: 'ask_user',
  tool_call_id: 'call_1',
  questions: [
    { question: 'Which database?', type: 'multiple_choice', choices: [{ value: 'Postgres' }, { value: 'SQLite' }] },
    { question: 'Why?', type: 'text', required: false },
  ],
};
const GEMINI = {
  questions: [
    { ...DATABASE, type: 'choice', multiSelect: false },
    { question: 'Deploy?', header: 'Deploy', type: 'yesno' },
    { question: 'Its name?', header: 'Name', type: 'text', placeholder: 'app' },
  ],
};
const KIMI = {
  id: 'q-1',
  tool_call_id: 'tc-1',
  questions: [{ ...DATABASE, multi_select: false, body: '', other_label: '', other_description: '' }],
};
const FORM = {
  mode: 'form',
  message: 'Before I provision, a few questions',
  requestedSchema: {
    type: 'object',
    required: ['db'],
    properties: {
      db: { type: 'string', title: 'Database', oneOf: [{ const: 'pg', title: 'PostgreSQL' }, { const: 'sqlite' }] },
      backup: { type: 'boolean', default: true },
      replicas: { type: 'integer', minimum: 1, maximum: 5 },
    },
  },
};
const OPENCODE = { question: 'Which database?', header: 'Database', options: described('Postgres', 'SQLite') };
const ASKED = {
  id: 'que_1',
  sessionID: 'ses_1',
  questions: [{ ...OPENCODE, multiple: true, custom: false }],
  tool: { messageID: 'msg_1', callID: 'call_1' },
};
const PERMISSION = {
  sessionId: 's',
  options: [
    { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
    { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
  ],
  toolCall: {
    toolCallId: 'call_1',
    rawInput: BOTH,
    _meta: { toolName: 'ask_user_question', qwenInteractionKind: 'user_question', qwenQuestions: BOTH.questions },
  },
};
const SUSPENDED = {
  toolCallId: 'call_1',
  toolName: 'ask_user',
  suspendPayload: { question: 'Which parts?', options: PARTS.options, selectionMode: 'multi_select' },
};
const WAITING = { type: 'awaiting_user_response', tool_use_id: 'tu_1', questions: BOTH.questions };
const INTERRUPT = {
  id: 'int1',
  reason: 'ask_user',
  message: 'Which database?',
  responseSchema: FORM.requestedSchema,
  expiresAt: '2026-01-31T12:00:00Z',
  metadata: { questions: BOTH.questions },
};

const example = (dialect: string, what: string, input: unknown): Example => ({ dialect, what, input });
const shared = (dialect: string, what: string, input: unknown): Example => ({ dialect, what, input, shared: true });

export const EXAMPLES: readonly Example[] = [
  example('agUi', 'the event RUN_FINISHED', {
    type: 'RUN_FINISHED',
    threadId: 't1',
    runId: 'r1',
    outcome: { type: 'interrupt', interrupts: [INTERRUPT] },
  }),
  example('agUi', 'its outcome', { type: 'interrupt', interrupts: [INTERRUPT] }),
  shared('agUi', 'pending interrupts', [INTERRUPT]),
  shared('askUser', 'the call', BOTH),
  shared('askUserJson', 'the call', { question: 'Which database?', context: 'For tests', options: DATABASE.options }),
  shared('askUserQuestion', 'the call', BOTH),
  example('claudeAi', 'the call', CLAUDE_AI),
  example('claudeAi', 'a tool_use block', {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'ask_user_input_v0',
    input: CLAUDE_AI,
  }),
  shared('claudeAi', 'the call without a type', {
    questions: [{ question: 'Which database?', options: ['Postgres', 'SQLite'] }],
  }),
  example('claudeCode', 'a control request', {
    type: 'control_request',
    request_id: 'req_1',
    request: { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: 'toolu_1', input: BOTH },
  }),
  shared('claudeCode', "a hook's input", {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'AskUserQuestion',
    tool_use_id: 'toolu_1',
    tool_input: BOTH,
  }),
  shared('claudeCode', 'a tool_use block', { type: 'tool_use', id: 'toolu_1', name: 'AskUserQuestion', input: BOTH }),
  shared('claudeCode', 'the call', BOTH),
  shared('cline', 'the call', { question: 'Which database?', options: ['Postgres', 'SQLite'] }),
  example('cline', 'the message to its view', {
    type: 'ask',
    ask: 'followup',
    text: JSON.stringify({ question: 'Which database?', options: ['Postgres', 'SQLite'] }),
  }),
  shared('codex', 'the call', { questions: [{ id: 'db', ...DATABASE }] }),
  example('codex', "the app server's params", CODEX),
  example('codex', "the app server's request", {
    jsonrpc: '2.0',
    id: 0,
    method: 'item/tool/requestUserInput',
    params: CODEX,
  }),
  example('codexAsync', 'the call', ASYNC),
  example('codexAsync', 'the item', { type: 'agentMessage', id: 'item_3', text: '', delivery: 'async', ...ASYNC }),
  example('codexAsync', 'the notification', {
    method: 'item/completed',
    params: {
      threadId: 'thr_1',
      turnId: 'turn_1',
      item: { type: 'agentMessage', id: 'i', delivery: 'async', ...ASYNC },
    },
  }),
  example('copilotCli', 'the call', { question: 'Which database?', choices: ['Postgres', 'SQLite'] }),
  example('copilotCli', 'the call with a rule', {
    question: 'Which database?',
    choices: ['Postgres', 'SQLite'],
    allow_freeform: false,
  }),
  example('copilotCli', 'the event of a question', {
    type: 'user_input.requested',
    id: 'e1',
    data: { requestId: 'r1', question: 'Which database?', choices: ['Postgres', 'SQLite'], allowFreeform: true },
  }),
  example('copilotCli', 'the call with a form', COPILOT_FORM),
  example('copilotCli', 'the event of a form', {
    type: 'elicitation.requested',
    id: 'e2',
    data: {
      requestId: 'r2',
      message: COPILOT_FORM.message,
      requestedSchema: { type: 'object', ...COPILOT_FORM.requestedSchema },
    },
  }),
  example('deepAgents', 'the call', { questions: DEEP.questions }),
  example('deepAgents', "the interrupt's value", DEEP),
  example('deepAgents', 'the interrupt', { id: 'int_1', value: DEEP }),
  example('deepAgents', 'a list of interrupts', [
    { id: 'int_0', value: 'x' },
    { id: 'int_1', value: DEEP },
  ]),
  example('deepAgents', 'a state', { messages: [], __interrupt__: [{ id: 'int_1', value: DEEP }] }),
  example('geminiCli', 'the call', GEMINI),
  example('geminiCli', 'the message on its bus', { type: 'ask-user-request', correlationId: 'c1', ...GEMINI }),
  example('kimi', 'the call', { questions: [{ ...DATABASE, multi_select: true }] }),
  example('kimi', 'the payload', KIMI),
  example('kimi', 'the message', { type: 'QuestionRequest', payload: KIMI }),
  example('kimi', 'the request', {
    jsonrpc: '2.0',
    id: 'b1',
    method: 'request',
    params: { type: 'QuestionRequest', payload: KIMI },
  }),
  example('mastra', 'the call', SUSPENDED.suspendPayload),
  shared('mastra', 'the call without a mode', { question: 'Which database?', options: DATABASE.options }),
  example('mastra', "the chunk's payload", SUSPENDED),
  example('mastra', 'the chunk', { type: 'tool-call-suspended', runId: 'run_1', from: 'AGENT', payload: SUSPENDED }),
  example('mcpElicitation', 'the params', FORM),
  example('mcpElicitation', 'the request', { jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: FORM }),
  example('mcpInputRequired', 'the result', {
    resultType: 'input_required',
    inputRequests: { answers: { method: 'elicitation/create', params: FORM } },
    requestState: 'v1.x',
  }),
  example('mcpInputRequired', 'the response', {
    jsonrpc: '2.0',
    id: 1,
    result: {
      resultType: 'input_required',
      inputRequests: { answers: { method: 'elicitation/create', params: FORM } },
    },
  }),
  example('ohMyPi', 'the call', {
    questions: [
      { id: 'db', ...DATABASE, recommended: 1 },
      { id: 'parts', ...PARTS, multi: true },
    ],
  }),
  shared('ohMyPi', 'the call without a signature', { questions: [{ id: 'db', ...DATABASE }] }),
  example('opencode', 'the call', { questions: [{ ...OPENCODE, multiple: true }] }),
  shared('opencode', 'the call without a signature', { questions: [OPENCODE] }),
  example('opencode', 'an item of the list', ASKED),
  example('opencode', 'the event', { id: 'evt_1', type: 'question.asked', properties: ASKED }),
  example('opencode', 'the newer event', { id: 'evt_1', type: 'question.v2.asked', data: ASKED }),
  shared('phoenixIde', 'the call', BOTH),
  example('phoenixIde', 'the state', WAITING),
  example('phoenixIde', 'the event', { type: 'state_change', state: WAITING }),
  example('piAskUser', 'the call', {
    question: 'Which option?',
    context: 'For the deploy.',
    options: [{ title: 'staging' }, { title: 'production', description: 'Customer-facing' }],
    allowMultiple: false,
    timeout: 5000,
  }),
  example('piQuestionnaire', 'the call', {
    questions: [
      {
        id: 'db',
        label: 'Database',
        prompt: 'Which database?',
        options: [
          { value: 'pg', label: 'Postgres' },
          { value: 'sqlite', label: 'SQLite', description: 'A file' },
        ],
        allowOther: true,
      },
    ],
  }),
  shared('pilotDeck', 'the call', BOTH),
  shared('pilotDeck', "its gateway's request", {
    requestId: 'er_1',
    toolCallId: 'call_1',
    toolName: 'ask_user_question',
    previewFormat: 'html',
    questions: BOTH.questions,
  }),
  shared('qwenCode', 'the call', { ...BOTH, metadata: { source: 'plan' } }),
  example('qwenCode', "the permission request's params", PERMISSION),
  example('qwenCode', 'the permission request', {
    jsonrpc: '2.0',
    id: 3,
    method: 'session/request_permission',
    params: PERMISSION,
  }),
  shared('qwenCode', 'the permission request of 0.15', {
    ...PERMISSION,
    toolCall: { toolCallId: 'call_1', rawInput: BOTH },
  }),
  example('roo', 'the call', {
    question: 'Which database?',
    follow_up: [
      { text: 'Postgres', mode: null },
      { text: 'SQLite', mode: 'code' },
    ],
  }),
  example('roo', 'the message to its view', {
    type: 'ask',
    ask: 'followup',
    text: JSON.stringify({ question: 'Which database?', suggest: [{ answer: 'Postgres' }, { answer: 'SQLite' }] }),
  }),
  shared('rpiv', 'the call', BOTH),
  example('rpiv', 'the event of a question', {
    questions: [{ ...DATABASE, options: DATABASE.options.map((option) => ({ ...option, hasPreview: false })) }],
  }),
  example('vsCode', 'the call', { questions: [{ ...DATABASE, allowFreeformInput: true, message: 'For *tests*.' }] }),
  example('vsCode', 'the call with a recommendation', {
    questions: [{ ...DATABASE, options: [{ label: 'Postgres', recommended: true }, { label: 'SQLite' }] }],
  }),
  shared('vsCode', 'the call without a signature', { questions: [DATABASE] }),
  example('zed', 'the call', { question: 'Which database?', options: ['Postgres', 'SQLite'], allow_free_text: true }),
  shared('zed', 'the call without text', { question: 'Which database?', options: ['Postgres', 'SQLite'] }),
];
