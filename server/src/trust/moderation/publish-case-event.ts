import type { CaseEvent, CaseState } from '@app/contract/trust/cases';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';

/** Above the number of staff who ever view the queue at once. */
const STAFF_MAX = 200;

export async function publishCaseEvent({ live }: Services, tx: Tx, id: number, state: CaseState): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where (is_superuser or groups && '{admin,manager}') and status = 'active' and deleted_at is null
    order by id limit ${STAFF_MAX}`.execute(tx);
  const event: CaseEvent = { type: 'moderation', case_id: id, state };
  await live.publishUserEvents(
    tx,
    rows.map((person) => ({ userId: person.id, event })),
  );
}
