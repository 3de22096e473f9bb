export interface AwayAddress {
  href: string;
  /** Host in Punycode, so that look-alike letters of other alphabets are visible. */
  host: string;
  isOdd: boolean;
  isSecure: boolean;
}

const LENGTH_MAX = 4000;

/** Parses an external address; null for everything but http and https. */
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
