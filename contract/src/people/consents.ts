import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { singleLine, timestamp } from '../platform/fields.ts';

export const CONSENT_DOCUMENTS = ['policy', 'personal_data', 'agreement'] as const;
export type ConsentDocument = (typeof CONSENT_DOCUMENTS)[number];

export const CONSENT_PAGES: Readonly<Record<ConsentDocument, string>> = {
  policy: '/policy',
  personal_data: '/consent',
  agreement: '/agreement',
};

export const Consent = z.object({
  document: z.enum(CONSENT_DOCUMENTS),
  current: z.string(),
  accepted: z.string().nullable(),
  accepted_at: timestamp.nullable(),
  history: z.array(z.object({ version: z.string(), accepted_at: timestamp })),
});
export type Consent = z.infer<typeof Consent>;

const Consents = z.object({ consents: z.array(Consent) });

/** A document of which the operator asks everybody to accept the newest version. */
export const AwaitedDocument = z.object({
  document: z.enum(CONSENT_DOCUMENTS),
  version: z.string(),
  published: timestamp,
  /** What is new in it, in the reader's language, else in Russian. */
  changes: z.string(),
});
export type AwaitedDocument = z.infer<typeof AwaitedDocument>;

export const consentsApi = {
  list: endpoint('GET', ['/api/users/consents', '/api/user/consents'], 'user', {
    summary: 'Which versions of the documents the viewer accepted, and which are in force.',
    response: Consents,
  }),
  accept: endpoint('POST', ['/api/users/consents', '/api/user/consents'], 'user', {
    summary: 'Accept the version in force of one document; again changes nothing, another version is refused.',
    body: z.object({ document: z.enum(CONSENT_DOCUMENTS), version: singleLine(40) }),
    response: Consents,
    errors: ['conflict'],
  }),
  listAwaited: endpoint('GET', '/api/users/consents/awaited', 'user', {
    summary: 'Documents that the viewer is asked to accept again. Publishing waits until all of them are accepted.',
    response: z.object({ awaited: z.array(AwaitedDocument) }),
  }),
};
