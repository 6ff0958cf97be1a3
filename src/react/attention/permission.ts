function canNotify(): boolean {
  if (typeof Notification === 'undefined' || !navigator.locks) return false;
  if (Notification.permission !== 'default') return true;
  try {
    // Some browsers accept notifications from service workers only: there, the constructor throws. Elsewhere, this
    // notification is not shown, because the permission is missing.
    new Notification('').close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks the user to allow notifications. Call it in the handler of a press. Without user activation, it does not ask.
 *
 * Offer it only if `'Notification' in window && Notification.permission === 'default'`. A user who has decided is not
 * asked again. Never rejects.
 *
 * @returns The permission, which is `default` if the user has not decided. `unsupported` if the browser lacks
 * `Notification` or Web Locks, or if `new Notification()` throws while the permission is `default`.
 */
export async function askForNotifications(): Promise<NotificationPermission | 'unsupported'> {
  if (!canNotify()) return 'unsupported';
  const pressed = navigator.userActivation?.isActive ?? true;
  if (!pressed || Notification.permission !== 'default') return Notification.permission;
  try {
    return await Notification.requestPermission();
  } catch {
    return Notification.permission;
  }
}
