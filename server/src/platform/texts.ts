import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LANGUAGE, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const LOCALES = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('@app/contract/platform/endpoint'))),
  '../../locales',
);

export interface Texts {
  t(lang: Lang, key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** Messages are ICU MessageFormat. */
function loadTexts(): Texts {
  const russian = readCatalogue(DEFAULT_LANGUAGE);
  const known = new Set(Object.keys(russian));
  const byLanguage = new Map(
    LANGUAGES.map((lang) => {
      const i18n = setupI18n();
      i18n.setMessagesCompiler(compileMessage);
      i18n.loadAndActivate({ locale: lang, messages: { ...russian, ...readCatalogue(lang) } });
      return [lang, i18n] as const;
    }),
  );
  return {
    t: (lang, key, values) => (byLanguage.get(lang) ?? byLanguage.get(DEFAULT_LANGUAGE))?._(key, values) ?? key,
    has: (key) => known.has(key),
  };
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
