import { readStored, writeStored } from '../../platform/stored.ts';

const DEVICES_CHECKED_KEY = 'okolo-call-checked';

async function stateOf(name: string): Promise<PermissionState | null> {
  try {
    // TypeScript and some browsers do not know the permission names `microphone` and `camera`.
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return null;
  }
}

/**
 * Returns whether the device check can be skipped: the permissions are granted, or the check was done before and
 * nothing was denied since.
 */
export async function mayCallAtOnce(video: boolean): Promise<boolean> {
  const states = await Promise.all([stateOf('microphone'), video ? stateOf('camera') : 'granted']);
  if (states.every((state) => state === 'granted')) return true;
  if (states.includes('denied')) return false;
  const wasChecked = readStored(DEVICES_CHECKED_KEY) === '1';
  writeStored(DEVICES_CHECKED_KEY, '1');
  return wasChecked;
}
