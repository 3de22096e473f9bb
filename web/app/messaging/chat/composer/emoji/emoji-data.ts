import type { Lang } from '@app/contract/platform/languages';
import { readStored, writeStored } from '../../../../platform/stored.ts';

export type EmojiRow = [sign: string, label: string, tags: string, group: number, tones?: readonly string[]];

const DATA: Record<Lang, () => Promise<{ rows: readonly EmojiRow[] }>> = {
  ru: () => import('virtual:emoji/ru'),
  en: () => import('virtual:emoji/en'),
  es: () => import('virtual:emoji/es'),
  de: () => import('virtual:emoji/de'),
  fr: () => import('virtual:emoji/fr'),
  it: () => import('virtual:emoji/it'),
  ko: () => import('virtual:emoji/ko'),
};

export const loadEmoji = async (lang: Lang): Promise<readonly EmojiRow[]> => (await DATA[lang]()).rows;

/** The groups of the data by number; 2 holds parts of emoji, which are no signs of their own. */
export const GROUPS = [
  { id: 0, name: 'smileys', sign: '😀' },
  { id: 1, name: 'people', sign: '👋' },
  { id: 3, name: 'nature', sign: '🐻' },
  { id: 4, name: 'food', sign: '🍎' },
  { id: 5, name: 'travel', sign: '🚗' },
  { id: 6, name: 'activities', sign: '⚽' },
  { id: 7, name: 'objects', sign: '💡' },
  { id: 8, name: 'symbols', sign: '❤️' },
  { id: 9, name: 'flags', sign: '🏁' },
] as const;

const PART = 2;
const FOUND_MAX = 120;
const RECENT_MAX = 32;
const RECENT_KEY = 'emoji-recent';
const TONE_KEY = 'emoji-tone';

const normalize = (words: string): string => words.toLowerCase().replaceAll('ё', 'е');

/** Emoji with a word that begins with each of the searched ones. */
export function searchEmoji(rows: readonly EmojiRow[], search: string): EmojiRow[] {
  const wanted = normalize(search).split(/\s+/).filter(Boolean);
  const hasWord = (words: readonly string[], start: string): boolean => words.some((word) => word.startsWith(start));
  return rows
    .filter(([sign, label, tags, group]) => {
      const words = normalize(`${label} ${tags}`).split(/[^\p{L}\p{N}]+/u);
      return group !== PART && wanted.every((start) => hasWord(words, start) || start === sign);
    })
    .slice(0, FOUND_MAX);
}

/** Tone 0 is the yellow one. */
export const signOf = ([sign, , , , tones]: EmojiRow, tone: number): string => tones?.[tone - 1] ?? sign;

export const readRecent = (): string[] =>
  (readStored(RECENT_KEY) ?? '').split(' ').filter(Boolean).slice(0, RECENT_MAX);

export function addRecent(sign: string): void {
  const signs = [sign, ...readRecent().filter((other) => other !== sign)];
  writeStored(RECENT_KEY, signs.slice(0, RECENT_MAX).join(' '));
}

export function readTone(): number {
  const tone = Number(readStored(TONE_KEY) ?? 0);
  return Number.isInteger(tone) && tone >= 0 && tone <= 5 ? tone : 0;
}

export const writeTone = (tone: number): void => writeStored(TONE_KEY, tone === 0 ? null : String(tone));
