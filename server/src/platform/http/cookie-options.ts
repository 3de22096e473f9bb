import type { Config } from '../config.ts';

/** The longest that browsers keep a cookie. */
export const COOKIE_SECONDS_MAX = 400 * 24 * 3600;

/** How each cookie of ours is set and cleared: not sent along by other sites' forms, and encrypted on the way wherever the site is. */
export const cookieOptions = ({ config }: { config: Pick<Config, 'publicUrl'> }) =>
  ({ path: '/', sameSite: 'lax', secure: config.publicUrl.startsWith('https:') }) as const;
