import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RedisOptions } from 'ioredis';
import type { PoolConfig } from 'pg';
import { build } from 'esbuild';
import type { AskUserBroker } from '../../src/host/index.js';

export interface NodeOptions {
  readonly database:
    | { readonly engine: 'postgres'; readonly connection: PoolConfig }
    | { readonly engine: 'redis'; readonly connection: RedisOptions };
  /** How far its clock is ahead, in milliseconds. */
  readonly skewMs: number;
  readonly leaseMs: number;
}

const METHODS = [
  'ask',
  'open',
  'answer',
  'cancel',
  'get',
  'pending',
  'supersede',
  'close',
  'parkedCallbacks',
  'retryCallback',
] as const;

type Remote = Pick<AskUserBroker, (typeof METHODS)[number]>;

/** What the callback of a node does with every settlement. */
export type Behavior = 'acknowledge' | 'fail' | 'hang';

export interface Call {
  readonly id: number;
  readonly method: keyof Remote | 'serve' | 'registerCallback';
  readonly args: readonly unknown[];
}

/** What a node says. */
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
  /** `r1 awaiting_user_response`, `r1 answered by Ana`, … in the order that they were told. */
  readonly events: string[];
  /** What went wrong there. */
  readonly problems: string[];
  /** `r1 answered #1` for each call of its callback. */
  readonly delivered: string[];
  /** Registers a callback. Three failures park a settlement; a process that died keeps it for half a second. */
  registerCallback(name: string, behavior: Behavior): Promise<void>;
  /** Serves the handler; its address. */
  serve(): Promise<string>;
  /** Without a chance to say anything. */
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
    // Optional ones, which may not be there.
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
    events,
    problems,
    delivered,
    broker: Object.fromEntries(
      METHODS.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]),
    ) as unknown as Remote,
    registerCallback: (...args) => call('registerCallback', args),
    serve: () => call('serve', []),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
