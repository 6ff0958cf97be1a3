import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit for the words of a step, in milliseconds. */
const HEARD_MS = 30_000;
/** A step is complete after this time without new speech, in milliseconds. */
const QUIET_MS = 1_000;
const MOST_TABS = 25;

/**
 * Performs the steps. Returns the spoken lines and the error, if any, of each step that has a title or failed.
 *
 * @param {readonly import('./steps.mjs').SpokenStep[]} steps
 * @param {{ tell: (order: object) => Promise<string>, press: (...keys: string[]) => unknown, log: string }} world
 */
export async function walk(steps, { tell, press, log }) {
  const heard = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('say\t'))
      .map((line) => line.split('\t')[2])
      .filter(Boolean);
  let from = 0;
  const news = () => heard().slice(from);

  /** Waits until these words are spoken, and then until no new speech follows. Returns the lines. */
  async function listen(words = []) {
    const there = () => words.every((one) => news().some((line) => line.includes(one)));
    for (const end = performance.now() + HEARD_MS; !there() && performance.now() < end;) await sleep(50);
    let count = -1;
    for (let since = performance.now(); performance.now() - since < QUIET_MS; await sleep(50)) {
      if (news().length === count) continue;
      count = news().length;
      since = performance.now();
    }
    return news();
  }

  async function tabTo(name) {
    const seen = [];
    for (let presses = 0; presses < MOST_TABS; presses++) {
      from = heard().length;
      press('Tab');
      await listen();
      seen.push(await tell({}));
      if (name.test(seen.at(-1))) return;
    }
    throw new Error(`Tab does not reach ${name}: ${seen.join(', ')}`);
  }

  const said = [];
  for (const { title, orders = [], tabTo: name, keys = [], once = [] } of steps) {
    from = heard().length;
    for (const order of orders) await tell(order);
    const error = name && (await tabTo(name).catch(({ message }) => message));
    if (keys.length > 0) press(...keys);
    const lines = await listen(error ? [] : once);
    if (title || error) said.push({ title: title ?? String(name), once, lines, error, focus: await tell({}) });
    // The later steps depend on this one.
    if (error) break;
  }
  return said;
}
