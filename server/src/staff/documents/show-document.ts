import { type ShownDocument, VERSIONS_SHOWN } from '@app/contract/people/documents';
import { detailsOf, fillDocument, shownLanguage } from '@app/contract/platform/document-text';
import type { DocumentName } from '@app/contract/platform/documents';
import { operatorIn } from '@app/contract/platform/operator';
import { siteNameIn } from '@app/contract/platform/site-settings';
import { moscowDay } from '@app/contract/platform/time-zones';
import { type DocumentHead, documentsOf, readVersion } from '../../platform/documents/documents.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSiteSettingsAt, siteSettingsOf } from '../../platform/site-settings/site-settings.public.ts';

export const presentHead = ({ version, publishedAt }: Pick<DocumentHead, 'version' | 'publishedAt'>) => ({
  version,
  effective: moscowDay(publishedAt),
});

/** An older version is filled with the details that the operator had on its last day. */
export async function showDocument(
  services: Services,
  { lang: wanted }: Viewer,
  name: DocumentName,
  version: string | undefined,
): Promise<ShownDocument> {
  const documents = documentsOf(services);
  const inForce = documents.inForce(name);
  const isInForce = version === undefined || version === inForce.version;
  const shown = isInForce ? inForce : await readVersion(services.db, name, version);
  const next = documents.list(name).find(({ number }) => number === shown.number + 1);
  // A node that has not heard of the newest version yet does not show it as a replaced one.
  if (!isInForce && next === undefined) throw new Failure('not_found');
  const { settings } =
    next === undefined ? siteSettingsOf(services).get() : await readSiteSettingsAt(services.db, next.publishedAt);
  const lang = shownLanguage(shown.texts, wanted);
  const operator = operatorIn(lang, settings.requisites);
  const content = requireFound(shown.texts[lang]);
  return {
    name,
    lang,
    ...presentHead(shown),
    ...fillDocument(content, detailsOf(operator), siteNameIn(lang, settings)),
    changes: shown.changes[wanted] || shown.changes.ru || '',
    replaced: next === undefined ? null : moscowDay(next.publishedAt),
    is_sample: operator.isSample ? 1 : 0,
    versions: documents.list(name).slice(0, VERSIONS_SHOWN).map(presentHead),
  };
}
