import type { Plugin } from 'vite';
import { breakpointsPlugin } from './vite-breakpoints.ts';
import { contractPlugin } from './vite-contract.ts';
import { iconsPlugin } from './vite-icons.ts';
import { localesPlugin } from './vite-locales.ts';

/** What the site's sources need to resolve: in builds and in component tests alike. */
export function siteModules(): Plugin[] {
  return [breakpointsPlugin(), iconsPlugin(), contractPlugin(), localesPlugin()];
}
