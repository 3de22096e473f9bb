import type { Plugin } from 'vite';

const AS_WRITTEN = 'link.crossOrigin = "";';

/**
 * Loads stylesheets of lazy parts without `crossorigin`, as React Router preloads those of pages. With different modes
 * Chromium warns about an unused preload and fetches the file twice.
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
