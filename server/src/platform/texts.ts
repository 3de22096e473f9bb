import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LANGUAGE, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import { containsSiteName, withSiteName } from '@app/contract/platform/site-name';
import { type SiteNames, siteNameIn } from '@app/contract/platform/site-settings';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const LOCALES = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('@app/contract/platform/endpoint'))),
  '../../locales',
);

export interface Texts {
  t(lang: Lang, key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
  /** The same texts with the operator's name in place of the product's. */
  named(names: SiteNames): Texts;
}

type Catalogues = ReadonlyMap<Lang, Record<string, string>>;

/** Messages are ICU MessageFormat. */
function loadTexts(): Texts {
  const russian = readCatalogue(DEFAULT_LANGUAGE);
  return createTexts(new Map(LANGUAGES.map((lang) => [lang, { ...russian, ...readCatalogue(lang) }])));
}

function createTexts(catalogues: Catalogues, names: SiteNames = { name: '', name_latin: '' }): Texts {
  const byLanguage = new Map(
    [...catalogues].map(([lang, messages]) => {
      const i18n = setupI18n();
      i18n.setMessagesCompiler(compileMessage);
      i18n.loadAndActivate({ locale: lang, messages: { ...messages, ...renamed(messages, siteNameIn(lang, names)) } });
      return [lang, i18n] as const;
    }),
  );
  let latest: { key: string; texts: Texts } | undefined;
  return {
    t: (lang, key, values) => (byLanguage.get(lang) ?? byLanguage.get(DEFAULT_LANGUAGE))?._(key, values) ?? key,
    has: (key) => catalogues.get(DEFAULT_LANGUAGE)?.[key] !== undefined,
    named(wanted) {
      if (wanted.name === '') return this;
      const key = JSON.stringify([wanted.name, wanted.name_latin]);
      if (latest?.key !== key) latest = { key, texts: createTexts(catalogues, wanted) };
      return latest.texts;
    },
  };
}

/** Compiled before the name is put in, because a name may contain characters of ICU's syntax. */
function renamed(messages: Record<string, string>, name: string): Record<string, ReturnType<typeof compileMessage>> {
  if (name === '') return {};
  const named = Object.entries(messages).filter(([, message]) => containsSiteName(message));
  return Object.fromEntries(named.map(([key, message]) => [key, withSiteName(compileMessage(message), name)]));
}

function readCatalogue(lang: Lang): Record<string, string> {
  const folder = path.join(LOCALES, lang);
  const messages: Record<string, string> = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const texts: Record<string, string> = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    for (const [key, message] of Object.entries(texts)) messages[`${path.basename(file, '.json')}.${key}`] = message;
  }
  return messages;
}

/** Every catalogue of `contract/locales`. */
export const texts: Texts = loadTexts();
