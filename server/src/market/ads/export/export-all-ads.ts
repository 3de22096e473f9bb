import { type AdKind, STAFF_AD_STATES } from '@app/contract/market/ads';
import { search } from '@app/contract/platform/fields';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { iteratePages } from '../../../platform/exported-data.ts';
import { findTimeZone } from '../../../platform/find-time-zone.ts';
import { type CsvColumn, streamCsv } from '../../../platform/formats/csv.ts';
import { requireStaff } from '../../../platform/http/staff-route.ts';
import { parseSearch } from '../../../platform/search/parse-search.ts';
import { type AdAccess, stateOf } from '../ads.policy.ts';
import { AD_STATE_CONDITIONS } from '../list-all-ads.ts';
import { createParameters, searchCondition } from '../search/ad-filters.ts';

export const AdExportQuery = z.object({
  search: search.catch(undefined),
  state: z.enum(STAFF_AD_STATES).optional().catch(undefined),
});

type Row = Parameters<typeof stateOf>[0] &
  Pick<AdAccess, 'owner_id'> & {
    id: number;
    title: string;
    description: string;
    price_roubles: number;
    kind: AdKind;
    category: string | null;
    country: string | null;
    city: string | null;
    owner: string;
    comments_count: number;
    created_at: Date;
    changed_at: Date;
  };

const COLUMNS: readonly CsvColumn<Row>[] = [
  { name: 'board_id', value: ({ id }) => id },
  { name: 'board_title', value: ({ title }) => title },
  { name: 'board_description', value: ({ description }) => description },
  { name: 'board_price', value: ({ price_roubles }) => price_roubles },
  { name: 'category', value: ({ category }) => category },
  { name: 'country', value: ({ country }) => country },
  { name: 'city', value: ({ city }) => city },
  { name: 'board_state', value: stateOf },
  { name: 'board_user_id', value: ({ owner_id }) => owner_id },
  { name: 'owner', value: ({ owner }) => owner },
  { name: 'comments', value: ({ comments_count }) => comments_count },
  { name: 'board_date_create', value: ({ created_at }) => created_at },
  { name: 'board_date_change', value: ({ changed_at }) => changed_at },
  { name: 'board_kind', value: ({ kind }) => kind },
];

/** Exports all ads that match the staff list's filters, oldest first. Each export is audited. */
export async function exportAllAds(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await requireStaff(services, request, 'ads.read');
  const { search: words, state } = AdExportQuery.parse(request.query);
  await recordStaffAction(services.db, viewer, services.clock(), {
    action: 'ads.read',
    details: { file: true, ...(words && { search: words }), ...(state && { state }) },
  });
  const parameters = createParameters(3);
  const terms = parseSearch(words);
  const stateCondition = state ? AD_STATE_CONDITIONS[state] : 'archived_at is null';
  const where = terms === undefined ? stateCondition : `${stateCondition} and ${searchCondition(terms, parameters)}`;
  const timeZone = await findTimeZone(services.db, viewer.userId);
  return streamCsv(reply, 'ads', COLUMNS, listRows(services.pool, where, parameters.values), timeZone);
}

const listRows = (pool: pg.Pool, where: string, values: readonly unknown[]): AsyncGenerator<Row> =>
  iteratePages<Row>(async (after, limit) => {
    const { rows } = await pool.query<Row>(
      `select a.id, a.owner_id, a.title, a.description, a.price_roubles, a.kind, a.enabled, a.archived_at, a.blocked_at, a.held_at,
         a.deal, a.comments_count, a.created_at, a.changed_at, category.name_native as category,
         country.name_native as country, city.name_native as city, concat_ws(' ', u.lastname, u.firstname) as owner
       from (select * from ads where id > $1 and ${where} order by id limit $2) a
       join users u on u.id = a.owner_id
       left join categories category on category.id = a.category_id
       left join countries country on country.id = a.country_id
       left join cities city on city.id = a.city_id
       order by a.id`,
      [after?.id ?? 0, limit, ...values],
    );
    return rows;
  });
