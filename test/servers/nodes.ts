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

type Remote = Pick<AskUserBroker, 'ask' | 'open' | 'answer' | 'cancel' | 'get' | 'pending' | 'supersede' | 'close'>;

export interface Call {
  readonly id: number;
  readonly method: keyof Remote | 'serve';
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
}

/** The broker of another process. */
export interface TestNode {
  readonly broker: Remote;
  /** `r1 awaiting_user_response`, `r1 answered by Ana`, … in the order that they were told. */
  readonly events: string[];
  /** What went wrong there. */
  readonly problems: string[];
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
    external: ['pg-native', 'pg-cloudflare'],
    logLevel: 'error',
  });
  return outfile;
}

export async function startNode(script: string, options: NodeOptions): Promise<TestNode> {
  const child: ChildProcess = fork(script, [JSON.stringify(options)], { execArgv: [] });
  const events: string[] = [];
  const problems: string[] = [];
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const ready = new Promise<void>((resolve) => {
    child.on('message', ({ ready: isReady, id, value, error, event, problem }: Said) => {
      if (isReady) resolve();
      if (event !== undefined) events.push(event);
      if (problem !== undefined) problems.push(problem);
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
    broker: {
      ask: (...args) => call('ask', args),
      open: (...args) => call('open', args),
      answer: (...args) => call('answer', args),
      cancel: (...args) => call('cancel', args),
      get: (...args) => call('get', args),
      pending: (...args) => call('pending', args),
      supersede: (...args) => call('supersede', args),
      close: (...args) => call('close', args),
    },
    serve: () => call('serve', []),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
