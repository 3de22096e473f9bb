export interface AwayAddress {
  /** What is opened. */
  href: string;
  /** As the network knows it: letters of other alphabets show as `xn--…`, so that none of them can pass for another. */
  host: string;
  isOdd: boolean;
  isSecure: boolean;
}

const LENGTH_MAX = 4000;

/** An address outside of the site; null for everything but sites: scripts, data, mail, nonsense. */
export function parseAwayAddress(to: string | null): AwayAddress | null {
  if (to === null || to.length > LENGTH_MAX) return null;
  let url: URL;
  try {
    url = new URL(to);
  } catch {
    return null;
  }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') return null;
  // `https://bank.example@evil.example` looks like the bank.
  url.username = '';
  url.password = '';
  return {
    href: url.href,
    host: url.host,
    isOdd: url.hostname.split('.').some((part) => part.startsWith('xn--')),
    isSecure: url.protocol === 'https:',
  };
}
