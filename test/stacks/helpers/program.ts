import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds a program of a test, which imports like a user's program. Its folder has access to the stacks' packages. Call
 * `remove` at the end.
 */
export async function buildProgram(entry: URL): Promise<{ path: string; remove: () => void }> {
  const folder = fileURLToPath(new URL(`../node_modules/.programs/${crypto.randomUUID()}/`, entry));
  mkdirSync(folder, { recursive: true });
  const path = `${folder}program.mjs`;
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: [
      '@anthropic-ai/*',
      '@openai/*',
      '@agentclientprotocol/*',
      '@langchain/*',
      '@mastra/*',
      '@modelcontextprotocol/*',
      '@restatedev/*',
      'pg',
    ],
    logLevel: 'error',
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
