import { BlockList, isIP } from 'node:net';

/** Checks webhook senders against a list of addresses and networks (`185.71.76.0/27`). An empty list trusts all. */
export function trustedAddresses(list: readonly string[]): (ip: string) => boolean {
  if (list.length === 0) return () => true;
  const known = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (ip) => isIP(ip) !== 0 && known.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
