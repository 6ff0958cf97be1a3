/** Colors of pi's themes that the extension uses. */
export type PiColor = 'accent' | 'muted' | 'success' | 'toolTitle' | 'warning';

/** A theme of pi. */
export interface PiTheme {
  fg(color: PiColor, text: string): string;
  bold(text: string): string;
}

/** A component of pi's terminal. pi requires that no rendered line is wider than `width`. */
export interface PiComponent {
  render(width: number): string[];
  handleInput?(data: string): void;
  invalidate(): void;
  dispose?(): void;
  /** Whether the component has focus. Set by pi. */
  focused?: boolean;
}

/** pi's terminal. */
export interface PiTui {
  readonly terminal: { readonly rows: number };
  requestRender(): void;
}

/** Options of pi's dialogs. */
export interface PiDialogOptions {
  /** Closes the dialog when it is aborted. */
  signal?: AbortSignal;
}

/**
 * pi's user interface. If the user closes a dialog or its signal is aborted, `select` and `input` resolve with
 * `undefined`, and `confirm` with `false`.
 */
export interface PiUi {
  select(title: string, options: string[], dialog?: PiDialogOptions): Promise<string | undefined>;
  confirm(title: string, message: string, dialog?: PiDialogOptions): Promise<boolean>;
  input(title: string, placeholder?: string, dialog?: PiDialogOptions): Promise<string | undefined>;
  notify(message: string, type?: 'info' | 'warning' | 'error'): void;
  /** Shows a component instead of the editor until `done` is called. Only pi's terminal supports this. */
  custom<T>(
    factory: (tui: PiTui, theme: PiTheme, keybindings: unknown, done: (result: T) => void) => PiComponent,
  ): Promise<T>;
  /** Empty without a terminal. */
  getAllThemes(): readonly unknown[];
}

/** Session and user interface that a handler or a tool receives. */
export interface PiContext {
  /** Absent in pi 0.74.2. */
  readonly mode?: 'tui' | 'rpc' | 'json' | 'print';
  readonly hasUI: boolean;
  readonly ui: PiUi;
  readonly sessionManager: {
    getSessionId(): string;
    /** Returns the entries of the current branch, from the first one of the session on. */
    getBranch(): readonly unknown[];
  };
  isIdle(): boolean;
}

/** Result of a tool of pi. The model reads only `content`; the session stores both fields. */
export interface PiToolResult {
  content: { type: 'text'; text: string }[];
  details: unknown;
}

/** A tool of pi. */
export interface PiTool {
  name: string;
  label: string;
  description: string;
  promptSnippet?: string;
  parameters: object;
  /** Repairs arguments before pi validates them against the schema. */
  prepareArguments?(input: unknown): never;
  execute(
    toolCallId: string,
    params: unknown,
    signal: AbortSignal | undefined,
    onUpdate: unknown,
    context: PiContext,
  ): Promise<PiToolResult>;
  renderCall?(input: unknown, theme: PiTheme): PiComponent;
  renderResult?(
    result: { content?: unknown; details?: unknown },
    options: PiRenderOptions,
    theme: PiTheme,
  ): PiComponent;
}

/** Options for rendering a result or a message. */
export interface PiRenderOptions {
  /** Whether the user has expanded the output of tools (Ctrl+O). */
  readonly expanded: boolean;
}

/** Message of an extension. */
export interface PiMessage {
  customType: string;
  content: string;
  display: boolean;
  details?: unknown;
}

/** Result of a handler of the event `context`: the messages that the model receives instead. */
export interface PiMessages {
  messages: never[];
}

/**
 * The parts of pi's `ExtensionAPI` that the extension uses. They are declared here, because pi itself is never
 * imported.
 *
 * Source: pi 0.74.2 and 0.87.1, `core/extensions/types.d.ts`.
 */
export interface PiExtensionApi {
  on(event: 'agent_start', handler: (event: object, context: PiContext) => void): void;
  on(event: 'session_start', handler: (event: object, context: PiContext) => Promise<void>): void;
  on(event: 'session_tree', handler: (event: object, context: PiContext) => void): void;
  on(event: 'session_shutdown', handler: (event: { reason?: string }, context: PiContext) => void): void;
  on(event: 'context', handler: (event: { messages: readonly unknown[] }, context: PiContext) => PiMessages): void;
  on(event: 'message_end', handler: (event: { message: unknown }, context: PiContext) => void): void;
  on(event: 'input', handler: (event: { text: string; source: string }, context: PiContext) => Promise<void>): void;
  registerTool(tool: PiTool): void;
  registerCommand(
    name: string,
    command: { description: string; handler: (args: string, context: PiContext) => Promise<void> },
  ): void;
  registerFlag(name: string, flag: { description: string; type: 'string' }): void;
  getFlag(name: string): boolean | string | undefined;
  registerMessageRenderer(
    customType: string,
    renderer: (message: { details?: unknown }, options: PiRenderOptions, theme: PiTheme) => PiComponent | undefined,
  ): void;
  sendMessage(message: PiMessage, options?: { triggerTurn?: boolean }): void;
  /** Stores data in the session. The model does not read it. */
  appendEntry(customType: string, data?: unknown): void;
}
