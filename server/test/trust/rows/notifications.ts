import { createECDH, randomBytes } from 'node:crypto';
import { notificationsApi, pushApi } from '@app/contract/notifications/notifications';
import { allGet, NOBODY, row, setFor, signedIn, word } from '../row.ts';

const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');

export const notificationsRows = [
  row(notificationsApi.unread, signedIn),
  row(notificationsApi.list, signedIn),
  row(
    notificationsApi.list,
    signedIn,
    () => ({ query: { mark: 0 as const, before_id: 7 } }),
    'looking without reading',
  ),
  row(notificationsApi.markAllRead, signedIn, () => ({ body: { up_to: 7 } })),
  row(notificationsApi.one, onesOwn, async (scene) => ({ params: { id: await scene.notification() } })),
  row(notificationsApi.markRead, signedIn, async (scene) => ({ params: { id: await scene.notification() } })),
  row(notificationsApi.settings, signedIn),
  row(notificationsApi.changeSettings, signedIn, () => ({
    body: { topics: [{ topic: 'likes' as const, push: 1 as const }] },
  })),
  row(pushApi.key, signedIn),
  row(pushApi.subscribe, signedIn, () => ({
    body: { endpoint: `https://fcm.googleapis.com/fcm/send/${word()}`, keys: pushKeys() },
  })),
  row(
    pushApi.subscribe,
    setFor(allGet('invalid_input'), NOBODY, 'unauthorized'),
    () => ({ body: { endpoint: `https://127.0.0.1/${word()}`, keys: pushKeys() } }),
    'at an address that is no push service',
  ),
  row(pushApi.unsubscribe, signedIn, () => ({ body: { endpoint: `https://fcm.googleapis.com/fcm/send/${word()}` } })),
];

function pushKeys(): { p256dh: string; auth: string } {
  return {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}
