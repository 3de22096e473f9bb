import { z } from 'zod';
import { documentParams } from '../people/documents.ts';
import { DOCUMENT_DESCRIPTION_MAX, DOCUMENT_NAMES } from '../platform/documents.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, requiredLine, requiredText, text, timestamp, wholeNumber } from '../platform/fields.ts';
import { LANGUAGES } from '../platform/languages.ts';

export const DOCUMENT_TITLE_MAX = 200;
/** Characters; three times the longest document of the product, and fewer bytes than a JSON body may have. */
export const DOCUMENT_TEXT_MAX = 60_000;
export const CHANGES_MAX = 1000;

const lang = z.enum(LANGUAGES);
const revision = wholeNumber(0, 2_000_000_000);

const Content = z.object({ lang, title: z.string(), description: z.string(), text: z.string() });
export type StaffDocumentContent = z.infer<typeof Content>;

const DraftSummary = z.object({
  /** Grows with every save: a draft that somebody else saved meanwhile is not overwritten. */
  revision: z.number().int(),
  saved: timestamp,
  /** '' for a person who is not there any more. */
  saved_by: z.string(),
});

const Version = z.object({
  /** Counts the versions of this document from 1. */
  number: z.number().int(),
  version: z.string(),
  published: timestamp,
  /** 0: a text that the product brings. */
  is_own: bit,
  asks: bit,
  /** What was new, in Russian. */
  changes: z.string(),
});

const ListedDocument = Version.extend({
  name: z.enum(DOCUMENT_NAMES),
  title: z.string(),
  draft: DraftSummary.nullable(),
});
export type ListedDocument = z.infer<typeof ListedDocument>;

export const StaffDocument = Version.extend({
  name: z.enum(DOCUMENT_NAMES),
  /** Whether people accept this document, so that they can be asked to do so again. */
  may_ask: bit,
  /** The version in force. */
  texts: z.array(Content),
  draft: DraftSummary.extend({
    /** The version that the draft was begun from. */
    based_on: z.number().int(),
    texts: z.array(Content),
  }).nullable(),
  /** The text that this release of the product brings, when it is none of the versions. */
  product: z.object({ version: z.string(), texts: z.array(Content) }).nullable(),
  /** What takes the places of the names in braces, by language. */
  details: z.array(z.object({ lang, site_name: z.string(), values: z.record(z.string(), z.string()) })),
  versions: z.array(Version),
});
export type StaffDocument = z.infer<typeof StaffDocument>;

export const DocumentDraft = z.object({
  revision,
  based_on: revision,
  lang,
  title: requiredLine(DOCUMENT_TITLE_MAX),
  description: requiredLine(DOCUMENT_DESCRIPTION_MAX),
  text: requiredText(DOCUMENT_TEXT_MAX),
});
export type DocumentDraft = z.infer<typeof DocumentDraft>;

const otherLanguages = LANGUAGES.filter((one) => one !== 'ru');

export const Publication = z.object({
  revision,
  changes: z.object({
    ru: requiredText(CHANGES_MAX),
    ...(Object.fromEntries(otherLanguages.map((one) => [one, text(CHANGES_MAX).default('')])) as Record<
      Exclude<(typeof LANGUAGES)[number], 'ru'>,
      z.ZodDefault<ReturnType<typeof text>>
    >),
  }),
  /** Whether everybody is asked to accept this version. */
  asks: flag.default(0),
});
export type Publication = z.infer<typeof Publication>;

const permission = 'documents.edit' as const;
const params = documentParams;

export const staffDocumentsApi = {
  list: endpoint('GET', '/api/admin/documents', 'staff', {
    permission,
    summary: 'The documents of the site with their versions in force and their drafts.',
    response: z.object({ documents: z.array(ListedDocument) }),
  }),
  get: endpoint('GET', '/api/admin/documents/{name}', 'staff', {
    permission,
    summary: 'A document for its editor: the version in force, the draft, and all versions.',
    params,
    response: StaffDocument,
  }),
  saveDraft: endpoint('PUT', '/api/admin/documents/{name}/draft', 'staff', {
    permission,
    summary: 'Save the draft in one language. The version in force stays as it is.',
    params,
    body: DocumentDraft,
    response: StaffDocument,
    errors: ['conflict'],
  }),
  discardDraft: endpoint('DELETE', '/api/admin/documents/{name}/draft', 'staff', {
    permission,
    summary: 'Discard the draft, or what it has in one language.',
    params,
    query: z.object({ revision, lang: lang.optional() }),
    response: StaffDocument,
    errors: ['conflict'],
  }),
  publish: endpoint('POST', '/api/admin/documents/{name}/publish', 'staff', {
    permission,
    summary: 'Put the draft in force as the next version, on every node within seconds.',
    params,
    body: Publication,
    response: StaffDocument,
    errors: ['conflict'],
  }),
};
