import type { Lang } from '@app/contract/platform/languages';
import type { Texts } from '../../platform/texts.ts';

interface Named {
  /** Null: its maker gave it none. */
  theme: string | null;
  /** Name of whoever streams. */
  name: string;
}

/** What a stream is called in a reader's language: as its maker said, or else after them. */
export const themeFor = (texts: Texts, lang: Lang, { theme, name }: Named): string =>
  theme ?? texts.t(lang, 'streams.theme.default', { name });
