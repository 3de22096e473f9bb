import { pushApi } from '#contract/notifications/notifications';
import { call } from '../../platform/call.ts';
import { getDeviceZone } from '../../platform/format/reader-zone.ts';
import { isApple, isInstalled } from './install.ts';

/** Id of the user whose pushes this browser receives; only this user is resubscribed after a new sign-in. */
const OWNER_KEY = 'push-of';

/** State of pushes on this device. `ios`: the site must be installed first. */
export type PushState = 'unsupported' | 'ios' | 'denied' | 'off' | 'on';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const ownerOf = (): string | null => {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    return null;
  }
};

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function getPushState(viewerId: number): Promise<PushState> {
  if (!isSupported()) return isApple() && !isInstalled() ? 'ios' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted' || ownerOf() !== String(viewerId)) return 'off';
  return (await currentSubscription()) === null ? 'off' : 'on';
}

/** Asks for permission, subscribes and registers the device on the server. Returns the resulting state. */
export async function turnPushOn(viewerId: number): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return getPushState(viewerId);
  const registration = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const { key } = await call(pushApi.key);
  const known = await registration.pushManager.getSubscription();
  // A subscription made with another server key would always be rejected by the push service.
  if (known !== null && keyOf(known) !== key) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await registerSubscription(await registration.pushManager.subscribe(options));
  localStorage.setItem(OWNER_KEY, String(viewerId));
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  localStorage.removeItem(OWNER_KEY);
  const subscription = await currentSubscription();
  if (subscription !== null) {
    await call(pushApi.unsubscribe, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return 'off';
}

/** Registers the push subscription for a new session of its owner, once per visit. */
export async function resumePush(viewerId: number): Promise<void> {
  const storageKey = `push-told-${viewerId}`;
  try {
    if (!isSupported() || sessionStorage.getItem(storageKey) !== null || (await getPushState(viewerId)) !== 'on')
      return;
    const subscription = await currentSubscription();
    if (subscription !== null) await registerSubscription(subscription);
    sessionStorage.setItem(storageKey, 'yes');
  } catch {
    // The next visit tries again.
  }
}

async function registerSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call(pushApi.subscribe, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      time_zone: getDeviceZone() ?? undefined,
    },
  });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
