const count = (value) => value.toLocaleString('en');
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * What is exact of a broker under load: nothing is lost, and nothing happens twice.
 *
 * @returns {import('./rows.mjs').Row[]}
 */
export function brokerRows({
  pending,
  clients,
  conversations,
  posts,
  accepted,
  refused,
  results,
  right,
  shown,
  ended,
}) {
  const row = (what, ours, budget) => ({ what, ours: count(ours), budget: count(budget), ok: ours === budget });
  const each = (pending * clients) / conversations;
  return [
    row(`${count(pending)} questions, ${clients} clients: shown, each to ${clients / conversations}`, shown, each),
    row(`  ${count(posts)} answers race: accepted`, accepted, pending),
    row('  told that it was answered before', refused, posts - pending),
    row('  results that agents got', results, pending),
    row('  which are what was accepted', right, pending),
    row('  endings that clients saw', ended, each),
  ];
}

/** @returns {import('./rows.mjs').Row[]} what of it depends on the machine */
export function brokerTimes({ pending, clients, posts, bytes, ms }) {
  return [
    { what: `broker: ${count(pending)} questions shown by ${clients} clients`, ours: `${Math.round(ms.shown)} ms` },
    { what: `  ${count(posts)} answers until agents and clients know`, ours: `${Math.round(ms.answered)} ms` },
    { what: '  heap of a pending question', ours: kB(bytes.pending) },
    { what: '  of one that has ended', ours: kB(bytes.settled) },
  ];
}
