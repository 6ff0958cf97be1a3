import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts a server of `test/stacks/servers` in a separate process, and waits until it reports its address. */
export async function startServer(file: string, ...args: readonly string[]) {
  const script = fileURLToPath(new URL(`../servers/${file}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
  return { url: new URL(line), kill: () => kill(child) };
}

/** A program that writes and reads JSON lines. */
export function startProgram(path: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  /** Returns the next line with this field. */
  async function line(field: string): Promise<Record<string, unknown>> {
    for (;;) {
      const next = await lines.next();
      if (next.done) throw new Error(`It ended, and said nothing of "${field}".`);
      const said = JSON.parse(next.value) as Record<string, unknown>;
      if (field in said) return said;
    }
  }
  return {
    line,
    /** Returns the field's value in the next line that has it. */
    told: async (field: string): Promise<unknown> => (await line(field))[field],
    tell: (line: object) => child.stdin.write(`${JSON.stringify(line)}\n`),
    kill: () => kill(child),
  };
}

/** Kills the process, like a crash. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
