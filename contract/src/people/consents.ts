import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { singleLine, timestamp } from '../platform/fields.ts';

export const CONSENT_DOCUMENTS = ['policy', 'personal_data'] as const;
export type ConsentDocument = (typeof CONSENT_DOCUMENTS)[number];

export const CONSENT_PAGES: Readonly<Record<ConsentDocument, string>> = {
  policy: '/policy',
  personal_data: '/consent',
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
};
