import { Link, type LinkProps } from 'react-router';

/** Paths that are the same after they were resolved, with or without a query and a mark. */
const RESOLVED = /^\/(?:[\w~%@-][\w.~%@-]*(?:\/[\w~%@-][\w.~%@-]*)*)?(?:\?[^?#]+)?(?:#[^?#]+)?$/;

/**
 * Stands for React Router's `Link` on the server, and renders the same markup: that one resolves its address by half a
 * dozen hooks, which on a page of cards takes as long as the cards.
 */
export function ServerLink(props: LinkProps) {
  const { to, discover = 'render', prefetch, mask, target, ...others } = props;
  if (typeof to !== 'string' || !RESOLVED.test(to) || prefetch === 'render' || mask !== undefined)
    return <Link {...props} />;
  const {
    relative,
    reloadDocument,
    replace,
    state,
    preventScrollReset,
    viewTransition,
    defaultShouldRevalidate,
    ...rest
  } = others;
  return <a {...rest} href={to} target={target} data-discover={discover === 'render' ? 'true' : undefined} />;
}
