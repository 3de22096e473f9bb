const DEVICES_CHECKED_KEY = 'okolo-call-checked';

async function stateOf(name: string): Promise<PermissionState | null> {
  try {
    // Names of devices are not known to every browser, nor to TypeScript.
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return null;
  }
}

/** Whether the devices need no look before a call: they were allowed, or looked at once already and not forbidden since. */
export async function mayCallAtOnce(video: boolean): Promise<boolean> {
  const states = await Promise.all([stateOf('microphone'), video ? stateOf('camera') : 'granted']);
  if (states.every((state) => state === 'granted')) return true;
  if (states.includes('denied')) return false;
  try {
    const wasChecked = localStorage.getItem(DEVICES_CHECKED_KEY) === '1';
    localStorage.setItem(DEVICES_CHECKED_KEY, '1');
    return wasChecked;
  } catch {
    return false;
  }
}
