import type { Plugin, Rolldown } from 'vite';
import { BODIES, QUIET_BODY } from './vite-chunks.ts';

const CROSS_ORIGIN = 'link.crossOrigin = "";';
const APPENDED = 'document.head.appendChild(link);';
const BESIDE_ITS_TWIN = `const twin = isCss && [...document.querySelectorAll("link[rel=stylesheet]")].find(({ href }) => href === dep.href + "#");
if (twin) twin.after(link); else ${APPENDED}`;

const STYLES = /\.css(\?|$)/;

type GetModule = Rolldown.PluginContext['getModuleInfo'];

/** Stylesheets that this module and its body import, directly or through others, in the order of their rules. */
function stylesOf(id: string, getModule: GetModule, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  if (STYLES.test(id)) return [id];
  const { importedIds = [], dynamicallyImportedIds = [] } = getModule(id) ?? {};
  const bodies = dynamicallyImportedIds.filter((part) => BODIES.includes(part));
  return [...importedIds, ...bodies].flatMap((imported) => stylesOf(imported, getModule, seen));
}

/** The files that a file loads with itself, and itself. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const loaded = new Set([chunk]);
  for (const { imports } of loaded)
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') loaded.add(imported);
    }
  return loaded;
}

/**
 * Links every stylesheet that a page and its body import. The scripts of a body come later, and a stylesheet that is imported
 * for a lazy part, without its classes, brings no script either: the page would be rendered by the server without them.
 */
export function linkStyles(bundle: Rolldown.OutputBundle, getModule: GetModule): void {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const fileOf = new Map<string, string>();
  for (const { moduleIds, viteMetadata } of chunks) {
    const [file] = viteMetadata?.importedCss ?? [];
    for (const id of moduleIds) if (file !== undefined && STYLES.test(id)) fileOf.set(id, file);
  }
  for (const chunk of chunks) {
    const { isEntry, facadeModuleId, viteMetadata } = chunk;
    if (!isEntry || facadeModuleId === null || viteMetadata === undefined) continue;
    const linked = new Set([...withImports(chunk, bundle)].flatMap((of) => [...(of.viteMetadata?.importedCss ?? [])]));
    for (const id of stylesOf(facadeModuleId, getModule)) {
      const file = fileOf.get(id);
      if (file !== undefined && !linked.has(file)) viteMetadata.importedCss.add(file);
    }
  }
}

/** Pages with a body that `BODIES` does not name, and what it names that is no body: both would be rendered without its styles. */
export function findMisnamed(ids: Iterable<string>, getModule: GetModule): string[] {
  const unused = new Set(BODIES);
  const pages = [...ids].filter((id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = getModule(id) ?? {};
    if (!importedIds.includes(QUIET_BODY)) return false;
    const bodies = dynamicallyImportedIds.filter((part) => BODIES.includes(part));
    for (const body of bodies) unused.delete(body);
    return bodies.length === 0;
  });
  return [...pages, ...unused];
}

/** Pages link what they import once stylesheets are complete, before the manifest is written. */
export function linkStylesPlugin(): Plugin {
  return {
    name: 'okolo-page-styles',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const misnamed = findMisnamed(this.getModuleIds(), this.getModuleInfo);
      if (misnamed.length > 0)
        this.error(`BODIES of vite-chunks.ts is not what quietBody loads: ${misnamed.join(', ')}`);
      linkStyles(bundle, this.getModuleInfo);
    },
  };
}

/**
 * Loads stylesheets of lazy parts without `crossorigin`, as React Router preloads those of pages. With different modes
 * Chromium warns about an unused preload and fetches the file twice.
 *
 * React Router adds a `#` to addresses of pages' stylesheets, so that those of lazy parts stay when the page goes. What a
 * page has already is loaded again beside it: at the end it would win over stylesheets that are made to win over it.
 */
export function stylesheetsPlugin(): Plugin {
  return {
    name: 'okolo-stylesheets',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(CROSS_ORIGIN) || !code.includes(APPENDED))
          this.error('Vite loads lazy stylesheets in another way now: look here again.');
        const patched = code.replace(CROSS_ORIGIN, `if (!isCss) ${CROSS_ORIGIN}`).replace(APPENDED, BESIDE_ITS_TWIN);
        return { code: patched, map: null };
      },
    },
  };
}
