import { z } from 'zod';
import type { Lang } from './languages.ts';
import { SUBSCRIPTION_PRICE_KOPECKS } from './money.ts';
import { type OperatorDetails, operatorIn } from './operator.ts';
import { withSiteName } from './site-name.ts';

/** Static documents; their texts are `contract/documents/<lang>/<name>.json`. */
export const DOCUMENT_NAMES = [
  'policy',
  'policy-business',
  'mobile-policy',
  'mobile-terms',
  'agreement',
  'consent',
  'requisites',
  'contacts',
  'recommendations-rules',
  'large-pages',
] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

// Acceptances are stored with this version, so a changed text needs a new version in every language at once.
export const POLICY_VERSION = '2026-11-27';
export const CONSENT_VERSION = '2026-11-21';
export const AGREEMENT_VERSION = '2026-11-23';

export const DOCUMENT_VERSIONS: Record<DocumentName, string> = {
  policy: POLICY_VERSION,
  'policy-business': '2026-11-21',
  'mobile-policy': '2026-11-21',
  'mobile-terms': '2026-11-21',
  agreement: AGREEMENT_VERSION,
  consent: CONSENT_VERSION,
  requisites: '2026-11-21',
  contacts: '2026-11-21',
  'recommendations-rules': '2026-11-23',
  'large-pages': '2026-11-27',
};

/** Search engines cut longer descriptions. */
export const DOCUMENT_DESCRIPTION_MAX = 155;

const paragraph = z.string().trim().min(1);

export const LegalDocument = z.strictObject({
  title: paragraph,
  version: z.iso.date(),
  effective: z.iso.date(),
  description: paragraph.max(DOCUMENT_DESCRIPTION_MAX),
  sections: z
    .array(
      z.strictObject({
        heading: paragraph,
        paragraphs: z.array(paragraph).min(1),
        items: z.array(paragraph).min(1).optional(),
      }),
    )
    .min(1),
});
export type LegalDocument = z.infer<typeof LegalDocument>;

/** Replaces `{inn}`, `{email}` and other placeholders by the operator's details, and the product's name by the site's. */
export function fillDocument(
  document: LegalDocument,
  lang: Lang,
  operator: OperatorDetails = operatorIn(lang, null),
  siteName = '',
): LegalDocument {
  const details = new Map<string, string>([
    ...Object.entries(operator).map(([name, value]) => [name, String(value)] as const),
    ['subscriptionPrice', String(SUBSCRIPTION_PRICE_KOPECKS / 100)],
  ]);
  const fill = (text: string): string =>
    withSiteName(text, siteName).replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const value = details.get(name);
      if (value === undefined) throw new Error(`A document names an unknown detail: {${name}}`);
      return value;
    });
  return {
    ...document,
    title: fill(document.title),
    description: fill(document.description),
    sections: document.sections.map((section) => ({
      heading: fill(section.heading),
      paragraphs: section.paragraphs.map(fill),
      ...(section.items && { items: section.items.map(fill) }),
    })),
  };
}
