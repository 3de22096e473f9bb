import { expect, test } from 'vitest';
import { isPublicAddress } from './is-public-address.ts';

test('addresses of the public internet are public', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1'])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of ['2606:4700::6810:84e5', '2a02:6b8:a::a', '2001:4860:4860::8888'])
    expect(isPublicAddress(address), address).toBe(true);
});

test('own machine, own network, link, multicast and metadata are not', () => {
  const closed = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '100.127.255.255', '127.0.0.1'],
    ...['127.255.255.254', '168.63.129.16', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:93.184.215.14', '::ffff:a9fe:a9fe'],
    ...['64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:a9fe:a9fe::', '3fff::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
  ];
  for (const address of closed) expect(isPublicAddress(address), address).toBe(false);
});

test('what is no address is not public', () => {
  for (const word of ['', 'localhost', '127.1', '0x7f000001', '2130706433', '93.184.215.14 ', '[::1]'])
    expect(isPublicAddress(word), word).toBe(false);
});
