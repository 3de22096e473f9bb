import { expect, test } from 'vitest';
import { CLOSED_ADDRESSES } from '../../../test/security/closed-addresses.ts';
import { isPushService } from './push-services.ts';

test('the push services of browsers are known', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])
    expect(isPushService(endpoint, []), endpoint).toBe(true);
});

test('no other address is one, whatever it looks like', () => {
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com@127.0.0.1/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://notify.windows.com/abc',
    'https://evilpush.apple.com/abc',
    ...CLOSED_ADDRESSES,
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])
    expect(isPushService(endpoint, []), endpoint).toBe(false);
});

test('the configuration may add an origin, and only that one', () => {
  expect(isPushService('http://127.0.0.1:4220/push/1', ['http://127.0.0.1:4220'])).toBe(true);
  expect(isPushService('http://127.0.0.1:4221/push/1', ['http://127.0.0.1:4220'])).toBe(false);
});
