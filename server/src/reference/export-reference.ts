import { optionalId, search } from '@app/contract/platform/fields';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordStaffAction } from '../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../platform/domain/services.ts';
import { iteratePages } from '../platform/exported-data.ts';
import { type CsvColumn, streamCsv } from '../platform/formats/csv.ts';
import { requireStaff } from '../platform/http/staff-route.ts';
import { listRowsAfter, type ReferenceRow, type ReferenceTable } from './reference.queries.ts';

export const ReferenceExportQuery = z.object({ search: search.catch(undefined), country: optionalId.catch(undefined) });

type Column = CsvColumn<ReferenceRow>;
const NAMED: readonly Column[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'name_en', value: ({ name_en }) => name_en },
  { name: 'name_native', value: ({ name_native }) => name_native },
];

const COLUMNS: Record<ReferenceTable, readonly Column[]> = {
  categories: NAMED,
  countries: [
    ...NAMED,
    { name: 'phone_code', value: ({ phone_code }) => phone_code },
    { name: 'iso', value: ({ iso }) => iso },
  ],
  cities: [
    ...NAMED,
    { name: 'country', value: ({ country_id }) => country_id },
    { name: 'lat', value: ({ latitude }) => latitude },
    { name: 'lon', value: ({ longitude }) => longitude },
  ],
};

export async function exportReference(
  services: Services,
  table: ReferenceTable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, clock } = services;
  const viewer = await requireStaff(services, request, 'reference.edit');
  const found = ReferenceExportQuery.parse(request.query);
  await recordStaffAction(db, viewer, clock(), { action: 'reference.edit', object: table, details: { file: true } });
  const rows = iteratePages<ReferenceRow>((after, limit) =>
    listRowsAfter(db, table, { search: found.search, countryId: found.country, after: after?.id ?? 0, limit }),
  );
  return streamCsv(reply, table, COLUMNS[table], rows);
}
