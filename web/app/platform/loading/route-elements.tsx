import { createContext, type ReactNode, useContext } from 'react';

/** Elements by the names of what made them, for all pages of the same routes. */
export type ElementsOfRoutes = Map<string, ReactNode>;

/** Null in the browser, and on the server for pages that React Router answers. */
export const RouteElementsContext = createContext<ElementsOfRoutes | null>(null);

interface OncePerRoutesProps {
  name: string;
  /** Makes elements that depend on nothing but the routes of the page. May call hooks. */
  make: () => ReactNode;
}

/** What every page of the same routes has: the server makes its elements once. */
export function OncePerRoutes({ name, make }: OncePerRoutesProps) {
  const elements = useContext(RouteElementsContext);
  const known = elements?.get(name);
  if (known !== undefined) return known;
  const made = make();
  elements?.set(name, made);
  return made;
}
