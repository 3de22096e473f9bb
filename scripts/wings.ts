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

/** The domain of a server file: `<wing>/<domain>`, or the wing where it is one domain. */
export function domainOf(file: string): string | undefined {
  const wing = wingOf(file);
  if (wing === undefined || WHOLE.has(wing)) return wing;
  const [, , rest = ''] = IN_WING.exec(file) ?? [];
  const [domain, ...inside] = rest.split('/');
  return inside.length === 0 ? wing : `${wing}/${domain}`;
}

/** Whether an import inside one workspace runs from a lower wing to a higher one. */
export function isUpward(from: string, to: string): boolean {
  if (from.split('/')[0] !== to.split('/')[0]) return false;
  const [lower, upper] = [wingOf(from), wingOf(to)];
  return lower !== undefined && upper !== undefined && WINGS.indexOf(upper) > WINGS.indexOf(lower);
}
