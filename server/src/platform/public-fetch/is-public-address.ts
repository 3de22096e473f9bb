import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry */
const CLOSED_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Azure answers machines here about themselves, on an address that is otherwise public.
  ['168.63.129.16', 32],
];
/** Inside the only public network of IPv6: protocols and tunnels, which may lead to an IPv4 address, and documentation. */
const CLOSED_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of CLOSED_IPV4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of CLOSED_IPV6) closed.addSubnet(network, prefix, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address belongs to the public internet. IPv4 addresses inside IPv6 ones (mapped, NAT64) do not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return isIPv6(address) && publicIpv6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
