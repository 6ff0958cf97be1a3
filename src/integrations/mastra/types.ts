/** The part of a stream chunk that is used. */
export interface MastraChunk {
  readonly type: string;
}

/** The part of the return value of `agent.stream` that is used. */
export interface MastraStream<Chunk> {
  readonly fullStream: AsyncIterable<Chunk>;
}

/** A suspended run, possibly from another process. */
export interface MastraRun {
  readonly runId: string;
}

export interface SuspendedCall extends MastraRun {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly suspendPayload: unknown;
}

/** The part of a Mastra `Agent` that is used. */
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
