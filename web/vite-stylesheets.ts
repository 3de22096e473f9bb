import type { Plugin } from 'vite';

const AS_WRITTEN = 'link.crossOrigin = "";';

/**
 * Loads the stylesheets of lazy parts in the same manner as React Router preloads those of pages: without `crossorigin`.
 * When both meet over one file, Chromium warns about a preload that it cannot use, and fetches the file twice.
 */
export function stylesheetsPlugin(): Plugin {
  return {
    name: 'okolo-stylesheets',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(AS_WRITTEN)) this.error('Vite loads lazy stylesheets in another way now: look here again.');
        return { code: code.replace(AS_WRITTEN, `if (!isCss) ${AS_WRITTEN}`), map: null };
      },
    },
  };
}
