import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { deleteExportsOf } from './exports.queries.ts';
import { removeExportFiles } from './remove-export-files.job.ts';

/** Erases a user's archives. The files are deleted by a job after commit. */
export async function eraseExports(tx: Tx, userId: number, { queue }: Services): Promise<void> {
  const keys = await deleteExportsOf(tx, userId);
  if (keys.length > 0) await queue.add(tx, removeExportFiles, { keys });
}
