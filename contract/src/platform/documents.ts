import { z } from 'zod';

/** Documents of the site; the texts that the product brings are `contract/documents/<lang>/<name>.json`. */
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

// Versions of the texts that the product brings. Acceptances are stored with the version, so a changed text needs a new
// one in every language at once.
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

/** Documents that people accept, by the names of their acceptances. */
export const ACCEPTED_DOCUMENTS = {
  policy: 'policy',
  personal_data: 'consent',
  agreement: 'agreement',
} as const satisfies Record<string, DocumentName>;

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
