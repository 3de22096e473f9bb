import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const LOCALES = path.resolve(import.meta.dirname, '../contract/locales');
const SOURCE = 'ru';
const PREFIX = 'virtual:texts/';

type Catalogue = Record<string, string>;

function read(lang: string, domain: string): Catalogue {
  const file = path.join(LOCALES, lang, `${domain}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

function compile(lang: string, domain: string): Record<string, unknown> {
  const source = read(SOURCE, domain);
  const own = lang === SOURCE ? source : read(lang, domain);
  // A text nobody has translated yet shows in the source language, never as a bare key.
  return Object.fromEntries(
    Object.entries({ ...source, ...own }).map(([key, text]) => [`${domain}.${key}`, compileMessage(text)]),
  );
}

/** The service worker carries its own texts; no page shows them. */
const NO_PAGE = 'worker.json';

function isCatalogue(name: string): boolean {
  return name.endsWith('.json') && name !== NO_PAGE;
}

function domains(): string[] {
  return readdirSync(path.join(LOCALES, SOURCE))
    .filter(isCatalogue)
    .map((name) => name.slice(0, -'.json'.length));
}

function languages(): string[] {
  return readdirSync(LOCALES);
}

/**
 * ICU catalogues compiled at build time.
 *
 * `virtual:texts/<lang>/<domain>` is one compiled catalogue, `virtual:texts/loaders` knows how to
 * import each of them on demand, `virtual:texts/all` holds everything (for the server).
 */
export function localesPlugin(): Plugin {
  return {
    name: 'okolo-texts',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const name = id.slice(PREFIX.length + 1);
      if (name === 'loaders') {
        const entries = languages().flatMap((lang) =>
          domains().map((domain) => `'${lang}/${domain}': () => import('${PREFIX}${lang}/${domain}')`),
        );
        return `export const loaders = {${entries.join(',\n')}};`;
      }
      if (name === 'all') {
        const all = Object.fromEntries(
          languages().map((lang) => [lang, Object.assign({}, ...domains().map((domain) => compile(lang, domain)))]),
        );
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
      }
      const [lang = SOURCE, domain = ''] = name.split('/');
      this.addWatchFile(path.join(LOCALES, lang, `${domain}.json`));
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compile(lang, domain)))});`;
    },
  };
}
