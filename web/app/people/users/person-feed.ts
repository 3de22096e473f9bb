import type { Lang } from '@app/contract/platform/languages';

/** Atom feed of a person. Programs that read feeds name no language, so the page does. */
export const personFeed = (id: number, lang: Lang): string => `/feeds/user/${id}.atom?lang=${lang}`;
