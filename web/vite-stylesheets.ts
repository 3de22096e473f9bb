import type { Plugin } from 'vite';

const CROSS_ORIGIN = 'link.crossOrigin = "";';
const APPENDED = 'document.head.appendChild(link);';
const BESIDE_ITS_TWIN = `const twin = isCss && [...document.getElementsByTagName("link")].find(({ href }) => href === dep.href + "#");
if (twin) twin.after(link); else ${APPENDED}`;

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
