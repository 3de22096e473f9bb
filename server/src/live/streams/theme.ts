import type { Lang } from '@app/contract/platform/languages';
import type { Texts } from '../../platform/texts.ts';

interface Named {
  theme: string | null;
  name: string;
}

export const themeFor = (texts: Texts, lang: Lang, { theme, name }: Named): string =>
  theme ?? texts.t(lang, 'streams.theme.default', { name });
