/** Input of a `PreToolUse` hook, as Claude Code sends it. */
export const HOOK_EVENT = {
  session_id: '4f1c',
  transcript_path: '/home/u/.claude/projects/p/4f1c.jsonl',
  cwd: '/home/u/p',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'AskUserQuestion',
  tool_input: {
    questions: [
      {
        question: 'Which "database"?',
        header: 'Database',
        multiSelect: false,
        options: [
          { label: 'Postgres, 16', description: 'A server' },
          { label: 'SQLite', description: 'A file' },
        ],
      },
      {
        question: 'Which features?',
        header: 'Features',
        multiSelect: true,
        options: [
          { label: 'Auth', description: 'Log in' },
          { label: 'Mail', description: 'Send mail' },
        ],
      },
    ],
  },
  tool_use_id: 'toolu_1',
};
