/** The wings of the house from bottom to top. A wing imports itself and the wings before it. */
export const WINGS = [
  'platform',
  'reference',
  'files',
  'notifications',
  'people',
  'trust',
  'money',
  'market',
  'publishing',
  'live',
  'messaging',
  'staff',
] as const;
export type Wing = (typeof WINGS)[number];

const IN_WING = /^(?:contract\/src|server\/src|web\/app)\/([a-z]+)\/(.+)$/;
/** Wings that are one domain, or none: their folders are parts of it. */
const WHOLE = new Set<Wing>(['platform', 'reference']);

/** The wing of a source file, by its path in the repository. Undefined for the composition root, `site/`, `demo/` and `ui/`. */
export function wingOf(file: string): Wing | undefined {
  const [, wing] = IN_WING.exec(file) ?? [];
  return WINGS.find((known) => known === wing);
}

/** The domain of a file of server or site: `<wing>/<domain>`, or the wing where it is one domain. */
export function domainOf(file: string): string | undefined {
  const wing = wingOf(file);
  if (wing === undefined || WHOLE.has(wing)) return wing;
  const [, , rest = ''] = IN_WING.exec(file) ?? [];
  const [domain, ...inside] = rest.split('/');
  return inside.length === 0 ? wing : `${wing}/${domain}`;
}

/**
 * The folder of a source file for the search for cycles: its domain in its workspace, so that a domain may lay out its
 * own folders as it likes. `ui/` of the site counts as one. Undefined for the contract, where a folder is a wing.
 */
export function folderOf(file: string): string | undefined {
  if (file.startsWith('contract/')) return undefined;
  if (file.startsWith('web/app/ui/')) return 'web/app/ui';
  const domain = domainOf(file);
  return domain === undefined ? undefined : file.slice(0, file.indexOf(`/${domain}/`) + domain.length + 1);
}

/** Whether an import inside one workspace runs from a lower wing to a higher one. */
export function isUpward(from: string, to: string): boolean {
  if (from.split('/')[0] !== to.split('/')[0]) return false;
  const [lower, upper] = [wingOf(from), wingOf(to)];
  return lower !== undefined && upper !== undefined && WINGS.indexOf(upper) > WINGS.indexOf(lower);
}
