import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = path.resolve(import.meta.dirname, 'worker/sw.js');
const LOCALES = path.resolve(import.meta.dirname, '../contract/locales');

/** On the page without a network: the visitor's own colours, and back as soon as the network, or the site, is there again. */
const OFFLINE_SCRIPT =
  `try{document.documentElement.dataset.scheme=localStorage.getItem('scheme')||''}catch{}` +
  `addEventListener('online',()=>location.reload());` +
  `setInterval(()=>fetch('/healthz',{cache:'no-store'}).then(a=>a.ok&&location.reload(),()=>{}),5000)`;

/** The worker's texts are few and plain: it carries those of all languages, and no formatter. */
function readTexts(): Record<string, Record<string, string>> {
  const languages = readdirSync(LOCALES);
  return Object.fromEntries(
    languages.map((lang) => [lang, JSON.parse(readFileSync(path.join(LOCALES, lang, 'worker.json'), 'utf8'))]),
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The service worker as it is served. Its version is its content: a build that changes nothing of it updates nobody. */
export function buildWorker(): string {
  const source = readFileSync(SOURCE, 'utf8');
  const texts = JSON.stringify(readTexts());
  const constants = {
    __VERSION__: JSON.stringify(sha256(source + texts + OFFLINE_SCRIPT).slice(0, 12)),
    __TEXTS__: texts,
    __OFFLINE_SCRIPT__: JSON.stringify(OFFLINE_SCRIPT),
    __OFFLINE_SCRIPT_HASH__: JSON.stringify(`sha256-${sha256(OFFLINE_SCRIPT)}`),
  };
  const lines = Object.entries(constants).map(([name, value]) => `const ${name} = ${value};`);
  return [...lines, source.replace(/^\/\* global .*\*\/$/m, '')].join('\n');
}

/** Writes /sw.js beside the other files of the site. */
export function workerPlugin(): Plugin {
  return {
    name: 'okolo-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.addWatchFile(SOURCE);
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: buildWorker() });
    },
  };
}
