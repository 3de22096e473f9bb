import { createStaticHandler, type RouteObject, type ServerBuild, type StaticHandlerContext } from 'react-router';

type Routes = Pick<ServerBuild, 'routes'>;
export type Matches = StaticHandlerContext['matches'];

/** Returns a function that finds the routes of an address, from the root down; null for an address without any. */
export const createMatcher = (build: Routes): ((pathname: string) => Matches | null) =>
  createStaticHandler(childrenOf(build)).match;

/** Returns a function that replaces numbers: addresses of one shape lead to the same routes. */
export function createShaper({ routes }: Routes): (pathname: string) => string {
  // A number in the path of a route would be a route of its own.
  const hasNumbers = Object.values(routes).some((route) => /\d/.test(route?.path ?? ''));
  return (pathname) => (hasNumbers || pathname.includes('%') ? pathname : pathname.replace(/\d+/g, '0'));
}

function childrenOf({ routes }: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index ? { id, path, index } : { id, path, caseSensitive, children: childrenOf({ routes }, id) },
    );
}
