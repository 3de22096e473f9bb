import type { Services } from '../../platform/domain/services.ts';
import { archiveEntries } from './archive-entries.ts';
import { writeArchive } from './write-archive.ts';

export async function writeArchiveOf(services: Services, userId: number, file: string): Promise<void> {
  const { entries } = await archiveEntries(services, userId);
  await writeArchive(file, entries);
}
