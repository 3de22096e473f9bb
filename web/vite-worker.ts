import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = path.resolve(import.meta.dirname, 'worker/sw.js');
const LOCALES = path.resolve(import.meta.dirname, '../contract/locales');

/**
 * Script of the offline page: applies the chosen color scheme and reloads when the network or the site is available
 * again.
 */
const OFFLINE_SCRIPT =
  `try{document.documentElement.dataset.scheme=localStorage.getItem('scheme')||''}catch{}` +
  `addEventListener('online',()=>location.reload());` +
  `setInterval(()=>fetch('/healthz',{cache:'no-store'}).then(a=>a.ok&&location.reload(),()=>{}),5000)`;

/** The worker's texts are few and have no parameters, so all languages are embedded without a formatter. */
function readTexts(): Record<string, Record<string, string>> {
  const languages = readdirSync(LOCALES);
  return Object.fromEntries(
    languages.map((lang) => [lang, JSON.parse(readFileSync(path.join(LOCALES, lang, 'worker.json'), 'utf8'))]),
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Source of the service worker. The version is a hash of the content, so that a build without changes does not update
 * clients.
 */
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
