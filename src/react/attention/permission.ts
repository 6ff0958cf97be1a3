/** Whether this browser takes notifications from pages. Those of phones take them from service workers only. */
function canNotify(): boolean {
  if (typeof Notification === 'undefined' || !navigator.locks) return false;
  if (Notification.permission !== 'default') return true;
  try {
    // Without permission it is not shown.
    new Notification('').close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks the user to allow notifications. Call it from a press, since a browser asks only then; otherwise it does nothing.
 *
 * Offer it only if `'Notification' in window && Notification.permission === 'default'`: a user who has decided is not asked again.
 * Never rejects.
 *
 * @returns The user's decision, `default` without one, or `unsupported` if the browser does not take notifications from pages.
 * The user is not asked then.
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
