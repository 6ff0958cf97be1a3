const count = (value) => value.toLocaleString('en');
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Returns the exact figures of a broker under load: nothing is lost, and nothing happens twice.
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
    row('  refused as already answered', refused, posts - pending),
    row('  results that agents received', results, pending),
    row('  equal to the accepted answers', right, pending),
    row('  settlements that clients received', ended, each),
  ];
}

/** Returns the figures that depend on the machine. @returns {import('./rows.mjs').Row[]} */
export function brokerTimes({ pending, clients, posts, bytes, ms }) {
  return [
    { what: `broker: ${count(pending)} questions shown by ${clients} clients`, ours: `${Math.round(ms.shown)} ms` },
    { what: `  ${count(posts)} answers until agents and clients received them`, ours: `${Math.round(ms.answered)} ms` },
    { what: '  heap of a pending question', ours: kB(bytes.pending) },
    { what: '  heap of a settled question', ours: kB(bytes.settled) },
  ];
}
