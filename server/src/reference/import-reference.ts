import {
  REFERENCE_IMPORT_LISTED_MAX,
  type ReferenceImport,
  type ReferenceTable,
} from '@app/contract/reference/reference';
import { recordStaffAction } from '../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../platform/domain/services.ts';
import type { SignedInViewer } from '../platform/http/viewer.ts';
import { texts } from '../platform/texts.ts';
import { cityIndex } from './places/city-index.ts';
import { planImport } from './plan-import.ts';
import { insertEntries, lockTable, updateEntries, type ValidImportRow } from './reference-import.queries.ts';

/**
 * Imports a CSV file into a reference table: all lines or, when one is invalid, nothing. Importing the same file again
 * changes nothing. Without `apply` only reports the changes.
 */
export async function importReference(
  services: Services,
  viewer: SignedInViewer,
  { table, csv, apply }: { table: ReferenceTable; csv: string; apply: 0 | 1 },
): Promise<ReferenceImport> {
  const { db, pool, clock, publicCache } = services;
  const report = await db.transaction().execute(async (tx) => {
    // Entries are found by name, so the table is locked against concurrent additions.
    if (apply) await lockTable(tx, table);
    const { validRows, errors } = await planImport(tx, table, csv);
    const isApplied = apply === 1 && errors.length === 0;
    const [created, changed] = [validRows.filter(isNew), validRows.filter(isChanged)];
    if (isApplied && created.length + changed.length > 0) {
      await insertEntries(tx, table, created);
      await updateEntries(tx, table, changed);
      await recordStaffAction(tx, viewer, clock(), {
        action: 'reference.edit',
        object: table,
        details: { imported: true, created: created.length, changed: changed.length },
      });
    }
    return {
      applied: isApplied ? (1 as const) : (0 as const),
      created: created.length,
      changed: changed.length,
      same: validRows.length - created.length - changed.length,
      wrong: errors.length,
      changes: validRows
        .filter((row) => isNew(row) || isChanged(row))
        .slice(0, REFERENCE_IMPORT_LISTED_MAX)
        .map(presentChange),
      errors: errors.slice(0, REFERENCE_IMPORT_LISTED_MAX).map(({ line, text, values }) => ({
        line,
        message: texts.t(viewer.lang, `reference.import.${text}`, values),
      })),
    };
  });
  if (report.applied) {
    cityIndex.invalidate(pool);
    publicCache.invalidate();
  }
  return report;
}

const isNew = ({ id }: ValidImportRow): boolean => id === undefined;
const isChanged = ({ id, changes }: ValidImportRow): boolean => id !== undefined && changes.length > 0;
const presentChange = ({ line, values, changes }: ValidImportRow) => ({
  line,
  name: values.name_native,
  fields: changes,
});
