import { expect, test } from 'vitest';
import { trustedAddresses } from './trusted-addresses.ts';

test('a webhook event is taken from the listed addresses and networks, and from nobody else', () => {
  const isTrusted = trustedAddresses(['185.71.76.0/27', '77.75.156.11', '2a02:5180::/32']);
  for (const ip of ['185.71.76.1', '185.71.76.31', '77.75.156.11', '2a02:5180::5', '::ffff:77.75.156.11']) {
    expect([ip, isTrusted(ip)]).toEqual([ip, true]);
  }
  for (const ip of ['185.71.76.32', '77.75.156.12', '2a02:5181::5', '127.0.0.1', '', 'nobody', '::ffff:10.0.0.1']) {
    expect([ip, isTrusted(ip)]).toEqual([ip, false]);
  }
});

test('without a list a webhook event may come from anywhere: nothing in it is believed', () => {
  expect(trustedAddresses([])('10.0.0.1')).toBe(true);
});
