import { DOCUMENT_NAMES, type DocumentName } from '@app/contract/platform/documents';
import type { BaseLogger } from 'pino';
import type { Db, Tx } from '../database/tables.ts';
import { findViolatedConstraint } from '../database/violation.ts';
import { partOfServices } from '../domain/part-of-services.ts';
import { Failure, requireFound } from '../failure.ts';
import type { PublicCache } from '../http/public-cache.ts';
import { type FollowedState, followChanges } from '../live/follow-changes.ts';
import type { Live } from '../live/live.ts';
import type { DocumentChanges, DocumentTexts } from './documents.tables.ts';
import { productDocument } from './product-documents.public.ts';

/** A version without its texts. */
export interface DocumentHead {
  document: DocumentName;
  /** Counts the versions of a document from 1. */
  number: number;
  version: string;
  changes: DocumentChanges;
  isOwn: boolean;
  asks: boolean;
  publishedAt: Date;
}

export interface DocumentVersion extends DocumentHead {
  texts: DocumentTexts;
}

const HEAD = [
  'document',
  'number',
  'version',
  'changes',
  'is_own as isOwn',
  'asks',
  'published_at as publishedAt',
] as const;

/** The versions of a document, the newest first. */
export const listVersions = (db: Db, document: DocumentName): Promise<DocumentHead[]> =>
  db.selectFrom('document_versions').select(HEAD).where('document', '=', document).orderBy('number', 'desc').execute();

/** The version in force as it is in the database. Pages, which need it all the time, ask {@link documentsOf}. */
export async function readVersionInForce(db: Db, document: DocumentName): Promise<DocumentVersion> {
  const row = await db
    .selectFrom('document_versions')
    .select([...HEAD, 'texts'])
    .where('document', '=', document)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? productVersion(document);
}

export async function readVersion(db: Db, document: DocumentName, version: string): Promise<DocumentVersion> {
  const row = await db
    .selectFrom('document_versions')
    .select([...HEAD, 'texts'])
    .where('document', '=', document)
    .where('version', '=', version)
    .executeTakeFirst();
  return requireFound(row);
}

interface NewVersion extends Pick<DocumentVersion, 'document' | 'version' | 'texts' | 'changes' | 'asks'> {
  number: number;
  at: Date;
  by: number;
}

/** Puts a version in force. Fails with conflict when somebody else did so meanwhile. */
export async function insertVersion(tx: Tx, { texts, changes, at, by, ...row }: NewVersion): Promise<void> {
  await tx
    .insertInto('document_versions')
    .values({
      ...row,
      texts: JSON.stringify(texts),
      changes: JSON.stringify(changes),
      is_own: true,
      published_at: at,
      published_by: by,
    })
    .execute()
    .catch((error: unknown) => {
      throw findViolatedConstraint('unique', error) === undefined ? error : new Failure('conflict');
    });
}

/**
 * Puts the texts of this release in force, where they are new and the operator has published none, so that the texts of
 * earlier releases stay readable. Every process does so at its start.
 */
export async function recordProductDocuments(db: Db): Promise<void> {
  const known = await db
    .selectFrom('document_versions')
    .select(['document', 'number', 'version', 'is_own'])
    .orderBy('number')
    .execute();
  const rows = DOCUMENT_NAMES.flatMap((document) => {
    const versions = known.filter((row) => row.document === document);
    const { version, publishedAt, texts } = productDocument(document);
    if (versions.some((row) => row.is_own || row.version === version)) return [];
    const number = (versions.at(-1)?.number ?? 0) + 1;
    return [{ document, number, version, texts: JSON.stringify(texts), is_own: false, published_at: publishedAt }];
  });
  if (rows.length === 0) return;
  await db
    .insertInto('document_versions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The documents in the memory of this node, renewed on all nodes within seconds of a publication. */
export interface DocumentsCache extends FollowedState {
  inForce(document: DocumentName): DocumentVersion;
  /** All versions, the newest first. */
  list(document: DocumentName): readonly DocumentHead[];
}

interface Parts {
  db: Db;
  live: Live;
  log: BaseLogger;
  publicCache: Pick<PublicCache, 'invalidate'>;
}

function productVersion(document: DocumentName): DocumentVersion {
  return { document, number: 0, changes: {}, isOwn: false, asks: false, ...productDocument(document) };
}

export const documentsOf = partOfServices(({ db, live, log, publicCache }: Parts): DocumentsCache => {
  const inForce = new Map<DocumentName, DocumentVersion>();
  const lists = new Map<DocumentName, readonly DocumentHead[]>();

  async function refreshOne(document: DocumentName, number: number): Promise<void> {
    const [version, heads] = await Promise.all([readVersionInForce(db, document), listVersions(db, document)]);
    // A concurrent read may be older than what is known.
    if (number <= (inForce.get(document)?.number ?? 0)) return;
    inForce.set(document, version);
    lists.set(document, heads);
    // Cached pages of guests would show the previous text for another second.
    publicCache.invalidate();
  }

  async function refresh(): Promise<void> {
    const newest = await db
      .selectFrom('document_versions')
      .select(({ fn }) => ['document', fn.max('number').as('number')])
      .groupBy('document')
      .execute();
    const changed = newest.filter(({ document, number }) => number > (inForce.get(document)?.number ?? 0));
    await Promise.all(changed.map(({ document, number }) => refreshOne(document, number)));
  }

  return {
    ...followChanges({ topic: 'documents', what: 'the documents of the site', refresh, live, log }),
    inForce: (document) => inForce.get(document) ?? productVersion(document),
    list: (document) => lists.get(document) ?? [productVersion(document)],
  };
});
