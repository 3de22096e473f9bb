import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:emoji/';
/** Newer versions of Emoji are empty boxes on many devices that are in use. */
const VERSION_MAX = 15;

interface Entry {
  emoji: string;
  label: string;
  tags?: string[];
  group?: number;
  version: number;
  skins?: { emoji: string; tone: number | number[] }[];
}

const read = createRequire(import.meta.url);

/** What the panel of emoji needs of the data: sign, words, group, and the sign in five skin tones. */
function rowsOf(lang: string): unknown[] {
  const entries = read(`emojibase-data/${lang}/data.json`) as Entry[];
  return entries
    .filter(({ group, version }) => group !== undefined && version <= VERSION_MAX)
    .map(({ emoji, label, tags = [], group, skins = [] }) => {
      const tones = skins.filter(({ tone }) => typeof tone === 'number').map((skin) => skin.emoji);
      return [emoji, label, tags.join(' '), group, ...(tones.length > 0 ? [tones] : [])];
    });
}

/** `virtual:emoji/<lang>` is the emoji of one language, a file of our own that is loaded on demand. */
export function emojiPlugin(): Plugin {
  return {
    name: 'okolo-emoji',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const rows = rowsOf(id.slice(PREFIX.length + 1));
      return `export const rows = JSON.parse(${JSON.stringify(JSON.stringify(rows))});`;
    },
  };
}
