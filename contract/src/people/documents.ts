import { z } from 'zod';
import { DOCUMENT_NAMES } from '../platform/documents.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, singleLine } from '../platform/fields.ts';
import { LANGUAGES } from '../platform/languages.ts';

export const VERSION_MAX = 40;
/** Older versions that a page lists. */
export const VERSIONS_SHOWN = 100;

const name = z.enum(DOCUMENT_NAMES);
export const documentParams = z.object({ name });

const DocumentVersion = z.object({
  version: z.string(),
  /** First day in force, in Moscow. */
  effective: z.iso.date(),
});

export const ShownDocument = DocumentVersion.extend({
  name,
  /** Of the text: Russian where the version has no translation. */
  lang: z.enum(LANGUAGES),
  title: z.string(),
  description: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      blocks: z.array(z.object({ text: z.string().optional(), items: z.array(z.string()).optional() })),
    }),
  ),
  /** What was new in this version; '' where nobody said so. */
  changes: z.string(),
  /** The day on which the next version took its place, in Moscow; null for the one in force. */
  replaced: z.iso.date().nullable(),
  /** Whether the details of the operator were samples. */
  is_sample: bit,
  versions: z.array(DocumentVersion),
});
export type ShownDocument = z.infer<typeof ShownDocument>;

export const documentsApi = {
  list: endpoint('GET', '/api/documents', 'public', {
    summary: 'The documents of the site, each with its version in force.',
    response: z.object({ documents: z.array(DocumentVersion.extend({ name })) }),
    cacheMs: 1000,
  }),
  get: endpoint('GET', '/api/documents/{name}', 'public', {
    summary: 'A document in the version in force or in an older one, and the list of its versions, the newest first.',
    params: documentParams,
    query: z.object({ version: singleLine(VERSION_MAX).optional() }),
    response: ShownDocument,
    errors: ['not_found'],
    cacheMs: 1000,
  }),
};
