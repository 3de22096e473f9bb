import { Readable } from 'node:stream';
import { listDomains } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { listUserDataExporters } from '../../platform/domain/user-data.ts';
import { findTimeZone } from '../../platform/find-time-zone.ts';
import { readSiteTexts } from '../../platform/site-settings/site-settings.public.ts';
import { findAccount } from '../users/accounts.public.ts';
import { archiveIndex } from './archive-index.ts';
import { type ArchiveEntry, jsonStream } from './write-archive.ts';

const listExportedFiles = () => listDomains().flatMap(({ userData }) => userData?.files ?? []);

/** Entries of a user's archive: an index page, one file per domain, and all uploaded images and files. */
export async function archiveEntries(
  services: Services,
  userId: number,
): Promise<{ entries: AsyncIterable<ArchiveEntry>; progressOf(): number }> {
  const { db } = services;
  const counted = await Promise.all(listExportedFiles().map(({ countBytes }) => countBytes(db, userId)));
  const mediaBytes = counted.reduce((sum, bytes) => sum + bytes, 0);
  let doneBytes = 0;
  return {
    entries: listEntries(services, userId, (bytes) => {
      doneBytes += bytes;
    }),
    // Images and files are nearly all of the archive; the last percent is storing it.
    progressOf: () => Math.min(99, Math.floor((100 * doneBytes) / Math.max(1, mediaBytes))),
  };
}

async function* listEntries(
  services: Services,
  userId: number,
  onMedia: (bytes: number) => void,
): AsyncGenerator<ArchiveEntry> {
  const { db, clock } = services;
  const now = clock();
  const domains = Object.entries(listUserDataExporters());
  const lang = (await findAccount(db, userId))?.lang ?? 'ru';
  const index = archiveIndex(await readSiteTexts(db), lang, {
    createdAt: now,
    timeZone: await findTimeZone(db, userId),
    domains: domains.map(([name]) => name),
  });
  yield {
    name: 'index.html',
    changedAt: now,
    isCompressed: true,
    open: async () => Readable.from([Buffer.from(index)]),
  };
  for (const [name, exportOf] of domains) {
    yield {
      name: `data/${name}.json`,
      changedAt: now,
      isCompressed: true,
      open: async () => jsonStream(await exportOf(db, userId)),
    };
  }
  for (const { list } of listExportedFiles()) {
    for await (const { name, createdAt, bytes, open } of list(services, userId)) {
      yield { name, changedAt: createdAt, isCompressed: false, open, done: () => onMedia(bytes) };
    }
  }
}
