/** Hosts of the push services of Chrome and most others, Firefox, Edge, Safari. The server calls no other hosts. */
const HOSTS: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
];

export function isPushService(endpoint: string, added: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, origin, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (added.includes(origin)) return true;
  return protocol === 'https:' && port === '' && HOSTS.some((host) => host.test(hostname));
}
