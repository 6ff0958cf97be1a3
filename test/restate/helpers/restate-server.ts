import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

const PROGRAM = fileURLToPath(
  new URL(
    `../node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
    import.meta.url,
  ),
);

/** Returns a free port. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

async function call(url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** Starts Restate's server on the loopback, with a separate folder. */
export async function startRestate() {
  const dir = mkdtempSync(join(tmpdir(), 'restate-'));
  const [ingressPort, adminPort, nodePort] = [await findPort(), await findPort(), await findPort()];
  const child = spawn(PROGRAM, ['--no-logo'], {
    cwd: dir,
    stdio: 'ignore',
    env: {
      RESTATE_BASE_DIR: dir,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${nodePort}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
      RESTATE_DEFAULT_RETRY_POLICY__INITIAL_INTERVAL: '50ms',
      RESTATE_DEFAULT_RETRY_POLICY__MAX_INTERVAL: '250ms',
      RESTATE_DEFAULT_RETRY_POLICY__MAX_ATTEMPTS: '100000',
      // The default would use most of a small machine's memory.
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MiB',
    },
  });
  const ingress = `http://127.0.0.1:${ingressPort}`;
  const admin = `http://127.0.0.1:${adminPort}`;
  await vi.waitFor(() => Promise.all([call(`${admin}/health`), call(`${ingress}/restate/health`)]), {
    timeout: 30_000,
    interval: 50,
  });
  return {
    ingress,
    register: (port: number) => call(`${admin}/deployments`, { uri: `http://127.0.0.1:${port}` }),
    start: (path: string, input: unknown) => call(`${ingress}/${path}/send`, input),
    async query(sql: string): Promise<readonly Record<string, unknown>[]> {
      return ((await call(`${admin}/query`, { query: sql })) as { rows: Record<string, unknown>[] }).rows;
    },
    async remove(): Promise<void> {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(dir, { recursive: true });
    },
  };
}
