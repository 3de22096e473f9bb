import type { Config } from '../../config.ts';

/** Maximum cookie lifetime that browsers accept: 400 days. */
export const COOKIE_SECONDS_MAX = 400 * 24 * 3600;

/** Options for setting and clearing all cookies: SameSite, and Secure when the site uses HTTPS. */
export const cookieOptions = ({ config }: { config: Pick<Config, 'publicUrl'> }) =>
  ({ path: '/', sameSite: 'lax', secure: config.publicUrl.startsWith('https:') }) as const;
