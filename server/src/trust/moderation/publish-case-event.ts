import type { CaseEvent, CaseState } from '@app/contract/trust/cases';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';

/** More than ever look at the queue at once. */
const STAFF_MAX = 200;

/** Let the open pages of staff see at once that a case is taken or done. The last step of a transaction. */
export async function publishCaseEvent(
  { live }: Pick<Services, 'live'>,
  tx: Tx,
  id: number,
  state: CaseState,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where (is_superuser or groups && '{admin,manager}') and status = 'active' and deleted_at is null
    order by id limit ${STAFF_MAX}`.execute(tx);
  const event: CaseEvent = { type: 'moderation', case_id: id, state };
  await live.publishUserEvents(
    tx,
    rows.map((person) => ({ userId: person.id, event })),
  );
}
