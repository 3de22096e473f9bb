import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { Section } from './sections.ts';

interface SectionLinkProps {
  section: Pick<Section, 'to' | 'also'>;
  className?: string | undefined;
  title?: string;
  children: ReactNode;
}

/** Leads to a section, and marks it as the current one on all of its pages. */
export function SectionLink({ section: { to, also }, children, ...look }: SectionLinkProps) {
  const { pathname } = useLocation();
  if (also !== undefined && (pathname === also || pathname.startsWith(`${also}/`)))
    return (
      <Link to={to} aria-current="page" {...look}>
        {children}
      </Link>
    );
  return (
    <NavLink to={to} end={to === '/'} {...look}>
      {children}
    </NavLink>
  );
}
