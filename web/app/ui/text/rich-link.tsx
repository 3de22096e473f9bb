import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import type { RootData } from '../../platform/root-data.ts';

/** Links within this site open directly; other links lead through the warning page, unless a friend sent them. */
function addressOf(url: string, site: string, isTrusted: boolean): { to: string } | { href: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // A path that begins with `//` would lead to another site.
  if (parsed !== null && URL.canParse(site) && parsed.origin === new URL(site).origin)
    return { to: parsed.pathname.replace(/^\/+/, '/') + parsed.search + parsed.hash };
  if (isTrusted || parsed?.protocol === 'mailto:') return { href: url };
  return { href: `/away?to=${encodeURIComponent(url)}` };
}

interface RichLinkProps {
  url: string;
  isTrusted: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function RichLink({ url, isTrusted, className = 'link', children }: RichLinkProps) {
  // The server and the browser have to agree which site this is.
  const site = useRouteLoaderData<RootData>('root')?.publicUrl ?? window.location.origin;
  const address = addressOf(url, site, isTrusted);
  if ('to' in address) {
    return (
      <Link to={address.to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={address.href} className={className} target="_blank" rel="nofollow noopener noreferrer">
      {children}
    </a>
  );
}
