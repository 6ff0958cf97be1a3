import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RedisOptions } from 'ioredis';
import type { PoolConfig } from 'pg';
import { build } from 'esbuild';
import type { AskUserRequest, AskUserResult } from '../../src/core/index.js';
import type { AskUserBroker } from '../../src/host/index.js';

export interface NodeOptions {
  readonly database:
    | { readonly engine: 'postgres'; readonly connection: PoolConfig }
    | { readonly engine: 'redis'; readonly connection: RedisOptions };
  /** Milliseconds by which the node's clock is ahead. */
  readonly skewMs: number;
  readonly leaseMs: number;
}

const METHODS = [
  'ask',
  'open',
  'answer',
  'askBack',
  'cancel',
  'exchanges',
  'get',
  'pending',
  'supersede',
  'close',
  'parkedCallbacks',
  'retryCallback',
] as const;

type Remote = Pick<AskUserBroker, (typeof METHODS)[number]>;

/** Behavior of a node's callback for every settlement. */
export type Behavior = 'acknowledge' | 'fail' | 'hang';

export interface Call {
  readonly id: number;
  readonly method: keyof Remote | 'askReplying' | 'serve' | 'registerCallback';
  readonly args: readonly unknown[];
}

/** A message of a node. */
export interface Said {
  readonly ready?: true;
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly event?: string;
  readonly problem?: string;
  readonly delivered?: string;
}

/** The broker of another process. */
export interface TestNode {
  readonly broker: Remote;
  /** The published events of one request in order, such as `awaiting_user_response` and `answered by Ana`. */
  eventsOf(requestId: string): readonly string[];
  /** Errors of the node. */
  readonly problems: string[];
  /** One entry per call of its callback, such as `r1 answered #1`. */
  readonly delivered: string[];
  /** Registers a callback. Three failures park a settlement. The claim of a dead process expires after 500 ms. */
  registerCallback(name: string, behavior: Behavior): Promise<void>;
  /** Asks, and replies with this text to each question of a user, or never. */
  askReplying(request: AskUserRequest, conversationId: string, reply?: string): Promise<AskUserResult>;
  /** Serves the handler and returns its URL. */
  serve(): Promise<string>;
  /** Kills the process at once. */
  kill(): Promise<void>;
}

/** Bundles the script of a node into a folder. */
export async function bundleNode(dir: string, name = 'node'): Promise<string> {
  const outfile = join(dir, `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Optional packages, which may be missing.
    external: [
      'pg-native',
      'pg-cloudflare',
      '@opentelemetry/*',
      'winston',
      'winston-transport',
      '@dbos-inc/dbos-enterprise',
    ],
    logLevel: 'error',
  });
  return outfile;
}

export async function startNode(script: string, options: NodeOptions): Promise<TestNode> {
  const child: ChildProcess = fork(script, [JSON.stringify(options)], { execArgv: [] });
  const events: string[] = [];
  const problems: string[] = [];
  const delivered: string[] = [];
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const ready = new Promise<void>((resolve) => {
    child.on('message', ({ ready: isReady, id, value, error, event, problem, delivered: line }: Said) => {
      if (isReady) resolve();
      if (event !== undefined) events.push(event);
      if (problem !== undefined) problems.push(problem);
      if (line !== undefined) delivered.push(line);
      const call = id === undefined ? undefined : calls.get(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(new Error(error));
    });
  });
  await ready;

  const call = (method: Call['method'], args: readonly unknown[]): Promise<never> =>
    new Promise((resolve, reject) => {
      calls.set(++last, { resolve: resolve as (value: unknown) => void, reject });
      child.send({ id: last, method, args } satisfies Call);
    });

  return {
    eventsOf: (requestId) =>
      events.flatMap((event) => (event.startsWith(`${requestId} `) ? [event.slice(requestId.length + 1)] : [])),
    problems,
    delivered,
    broker: Object.fromEntries(
      METHODS.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]),
    ) as unknown as Remote,
    registerCallback: (...args) => call('registerCallback', args),
    askReplying: (...args) => call('askReplying', args),
    serve: () => call('serve', []),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
