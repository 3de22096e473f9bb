import type { Lang } from '@app/contract/platform/languages';
import type { Texts } from '../../platform/texts.ts';

export const themeFor = (texts: Texts, lang: Lang, { theme, name }: { theme: string | null; name: string }): string =>
  theme ?? texts.t(lang, 'streams.theme.default', { name });
