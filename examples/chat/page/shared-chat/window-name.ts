const KEY = 'react-ask-user-example:window';

/** How the other windows call this one. A host with accounts has a user's name instead. */
export function windowName(): string {
  const made = `Guest ${100 + Math.floor(Math.random() * 900)}`;
  try {
    const kept = sessionStorage.getItem(KEY) ?? made;
    sessionStorage.setItem(KEY, kept);
    return kept;
  } catch {
    return made;
  }
}
