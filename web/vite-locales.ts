import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { BASE_DOMAINS, nameTogether } from './app/platform/base-domains.ts';

const LOCALES = path.resolve(import.meta.dirname, '../contract/locales');
const APP = path.resolve(import.meta.dirname, 'app');
const SOURCE = 'ru';
const PREFIX = 'virtual:texts/';

type Catalogue = Record<string, string>;

function readCatalogue(lang: string, domain: string): Catalogue {
  const file = path.join(LOCALES, lang, `${domain}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

function compileCatalogue(lang: string, name: string): Record<string, unknown> {
  return Object.assign({}, ...name.split('+').map((domain) => compileDomain(lang, domain)));
}

function compileDomain(lang: string, domain: string): Record<string, unknown> {
  const source = readCatalogue(SOURCE, domain);
  const own = lang === SOURCE ? source : readCatalogue(lang, domain);
  return Object.fromEntries(
    Object.entries({ ...source, ...own }).map(([key, text]) => [`${domain}.${key}`, compileMessage(text)]),
  );
}

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

/** The texts of a page, as its `handle` lists them. */
const PAGE_TEXTS = /\bhandle = \{[^}]*?\btexts: \[([^\]]*)\]/;
const HANDLE_WITH_TEXTS = /\bconst handle\b[^;]*\btexts\b/;
const QUOTED = /'([\w-]+)'/g;

/** Names of the files with several domains: the base of all pages, and what each page lists beside it. */
function sets(): string[] {
  const pages = globSync('**/*.tsx', { cwd: APP }).flatMap((file) => {
    const code = readFileSync(path.join(APP, file), 'utf8');
    if (!HANDLE_WITH_TEXTS.test(code)) return [];
    const list = PAGE_TEXTS.exec(code)?.[1];
    if (list === undefined) throw new Error(`${file} lists the texts of its page in another way: look here again.`);
    return [nameTogether([...list.matchAll(QUOTED)].map(([, name = '']) => name))];
  });
  return [...new Set([nameTogether(BASE_DOMAINS), ...pages])].filter((name) => !domains().includes(name));
}

function catalogueNames(): string[] {
  return languages().flatMap((lang) => [...domains(), ...sets()].map((name) => `${lang}/${name}`));
}

/**
 * All browser catalogues share one version, so that an address follows from a name; about two hundred separate versions
 * would be part of every first load. In return, one changed text changes all addresses.
 */
function versionOfAll(): string {
  const hash = createHash('sha256');
  for (const name of catalogueNames()) {
    const [lang = SOURCE, domain = ''] = name.split('/');
    hash.update(JSON.stringify([name, compileCatalogue(lang, domain)]));
  }
  return hash.digest('base64url').slice(0, 8);
}

const fileOf = (version: string, lang: string, domain: string): string =>
  `assets/texts-${version}-${lang}-${domain}.js`;

/**
 * ICU catalogues compiled at build time.
 *
 * `virtual:texts/<lang>/<domain>` is one compiled catalogue, `virtual:texts/loader` knows how to
 * import each of them on demand, `virtual:texts/all` holds everything (for the server).
 */
export function localesPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'okolo-texts',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      if (!isBuild || this.environment.name !== 'client') return;
      const version = versionOfAll();
      for (const name of catalogueNames()) {
        const [lang = SOURCE, domain = ''] = name.split('/');
        const fileName = fileOf(version, lang, domain);
        this.emitFile({ type: 'chunk', id: PREFIX + name, fileName, preserveSignature: 'strict' });
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const name = id.slice(PREFIX.length + 1);
      if (name === 'loader') {
        if (isBuild) {
          const address = `"/${fileOf(versionOfAll(), '" + lang + "', '" + name + "')}"`;
          return `export const fileOfTexts = (lang, name) => ${address};
            export const importTexts = (lang, name) => import(/* @vite-ignore */ fileOfTexts(lang, name));`;
        }
        const entries = catalogueNames().map((catalogue) => `'${catalogue}': () => import('${PREFIX}${catalogue}')`);
        return `const loaders = {${entries.join(',\n')}};
          export const fileOfTexts = () => null;
          export const importTexts = (lang, name) => loaders[lang + '/' + name]();`;
      }
      if (name === 'all') {
        const all = Object.fromEntries(
          languages().map((lang) => [
            lang,
            Object.assign({}, ...domains().map((domain) => compileCatalogue(lang, domain))),
          ]),
        );
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
      }
      const [lang = SOURCE, domain = ''] = name.split('/');
      // Vite answers no request for a module that watches a file which does not exist.
      for (const part of domain.split('+')) {
        const file = path.join(LOCALES, lang, `${part}.json`);
        if (existsSync(file)) this.addWatchFile(file);
      }
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(lang, domain)))});`;
    },
  };
}
