/** A chunk of an agent's stream, as far as it is looked at. */
export interface MastraChunk {
  readonly type: string;
}

/** What `agent.stream` gives. */
export interface MastraStream<Chunk> {
  readonly fullStream: AsyncIterable<Chunk>;
}

/** A run that was suspended, maybe by another process. */
export interface MastraRun {
  readonly runId: string;
}

/** A call of a tool that waits to be resumed. */
export interface SuspendedCall extends MastraRun {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly suspendPayload: unknown;
}

/** An agent of Mastra's, or anything that goes on with its runs. */
export interface MastraAgent<Chunk> {
  resumeStream(
    resumeData: unknown,
    options: Record<string, unknown> & {
      readonly runId: string;
      readonly toolCallId: string;
      readonly abortSignal?: AbortSignal;
    },
  ): Promise<MastraStream<Chunk>>;
  listSuspendedRuns?(): Promise<{
    readonly runs: readonly (MastraRun & {
      readonly toolCalls: readonly { toolCallId?: string; toolName?: string; suspendPayload?: unknown }[];
    })[];
  }>;
}
