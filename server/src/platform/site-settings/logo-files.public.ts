import type { LogoFile } from '@app/contract/platform/site-logo';
import type { Db, Tx } from '../database/tables.ts';

export interface LogoFileContent {
  name: LogoFile;
  bytes: Buffer;
}

/** A logo that is uploaded again has the same id, and its files are there. */
export async function insertLogoFiles(
  tx: Tx,
  logoId: string,
  files: readonly LogoFileContent[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('site_logo_files')
    .values(files.map(({ name, bytes }) => ({ logo_id: logoId, name, bytes, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Logos that are not named any more. The one before the current is named too: open pages still show it. */
export async function removeOtherLogoFiles(tx: Tx, logoIds: readonly string[]): Promise<void> {
  let query = tx.deleteFrom('site_logo_files');
  if (logoIds.length > 0) query = query.where('logo_id', 'not in', logoIds);
  await query.execute();
}

export async function readLogoFile(db: Db, logoId: string, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('site_logo_files')
    .select('bytes')
    .where('logo_id', '=', logoId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}
