import type { meetingsApi } from '@app/contract/market/meetings';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { presentMeetings } from './present-meetings.public.ts';

const LIST_MAX = 50;

/** The meetings of the viewer that run, the next one first. */
export async function listMeetings(
  services: Services,
  viewer: SignedInViewer,
): Promise<ResponseOf<typeof meetingsApi.list>> {
  const { userId } = viewer;
  const { rows } = await sql<{ id: number }>`
    select id from meetings
    where (seller_id = ${userId} or buyer_id = ${userId}) and state in ('proposed', 'agreed')
    order by at, id limit ${LIST_MAX}`.execute(services.db);
  const ids = rows.map(({ id }) => id);
  const meetings = await presentMeetings(services, viewer, ids);
  const list = ids.flatMap((id) => meetings.get(id) ?? []);
  return { list: list.filter(({ state }) => state === 'proposed' || state === 'agreed') };
}
