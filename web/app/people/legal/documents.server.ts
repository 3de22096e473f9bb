import { fillDocument, LegalDocument } from '@app/contract/platform/documents';
import { DEFAULT_LANGUAGE, type Lang } from '@app/contract/platform/languages';
import type { Host } from '../../platform/host.ts';

const files = import.meta.glob<{ default: unknown }>('../../../../contract/documents/*/*.json');

function fileOf(lang: Lang, name: string): string {
  return `../../../../contract/documents/${lang}/${name}.json`;
}

/** Reads a document in the language, or in Russian if it is not translated; null when it does not exist. */
export async function readDocument(
  { lang, operator, site }: Pick<Host, 'lang' | 'operator' | 'site'>,
  name: string,
): Promise<LegalDocument | null> {
  const shown = fileOf(lang, name) in files ? lang : DEFAULT_LANGUAGE;
  const load = files[fileOf(shown, name)];
  return load ? fillDocument(LegalDocument.parse((await load()).default), shown, operator, site.brand?.name) : null;
}
