import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { Failure } from '../failure.ts';

export interface IdempotencyKey {
  scope: string;
  key: string;
  endpoint: string;
  /** Hash of the input: the same key with another input is rejected. */
  fingerprint: string;
}

export interface IdempotencyTables {
  idempotency_keys: {
    scope: string;
    key: string;
    endpoint: string;
    fingerprint: string;
    result_id: number | null;
    created_at: Date;
  };
}

/**
 * Runs a creation at most once per key, inside the creation's own transaction.
 *
 * The key's row is inserted first: a parallel repeat waits on its unique index until this transaction ends, then reads
 * the result. A rollback frees the key. `create` returns the id of the new row.
 */
export async function runIdempotent<Tables>(
  tx: Transaction<Tables>,
  idempotency: IdempotencyKey | undefined,
  create: () => Promise<number>,
): Promise<{ id: number; repeated: boolean }> {
  if (idempotency === undefined) return { id: await create(), repeated: false };
  const { scope, key, endpoint, fingerprint } = idempotency;
  const inserted = await sql`
    insert into idempotency_keys (scope, key, endpoint, fingerprint) values (${scope}, ${key}, ${endpoint}, ${fingerprint})
    on conflict (scope, key, endpoint) do nothing returning 1`.execute(tx);
  if (inserted.rows.length === 0) {
    const { rows } = await sql<{ fingerprint: string; result_id: number }>`
      select fingerprint, result_id from idempotency_keys
      where scope = ${scope} and key = ${key} and endpoint = ${endpoint}`.execute(tx);
    const [first] = rows;
    if (first === undefined || first.result_id === null) throw new Failure('idempotency_running');
    if (first.fingerprint !== fingerprint) throw new Failure('idempotency_mismatch');
    return { id: first.result_id, repeated: true };
  }
  const id = await create();
  await sql`
    update idempotency_keys set result_id = ${id}
    where scope = ${scope} and key = ${key} and endpoint = ${endpoint}`.execute(tx);
  return { id, repeated: false };
}

/**
 * Runs `create` with a UUID that stands for the key for 24 hours, for rows that store the key of their client as a UUID
 * and are unique by it. Another input is rejected, unless `create` failed, which frees the key.
 */
export async function runUnderKeyUuid<Tables, Result>(
  db: Kysely<Tables>,
  { scope, key, endpoint, fingerprint }: IdempotencyKey,
  create: (uuid: string) => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ fingerprint: string; uuid: string }>`
    insert into idempotency_keys as known (scope, key, endpoint, fingerprint)
    values (${scope}, ${key}, ${endpoint}, ${fingerprint})
    on conflict (scope, key, endpoint) do update set
      fingerprint = case when known.fingerprint = '' or known.created_at < now() - interval '24 hours'
        then excluded.fingerprint else known.fingerprint end,
      created_at = case when known.created_at < now() - interval '24 hours' then now() else known.created_at end
    returning fingerprint, md5(json_build_array(scope, key, endpoint, extract(epoch from created_at))::text)::uuid as uuid`.execute(
    db,
  );
  const [known] = rows;
  if (known === undefined || known.fingerprint !== fingerprint) throw new Failure('idempotency_mismatch');
  try {
    return await create(known.uuid);
  } catch (error) {
    await sql`
      update idempotency_keys set fingerprint = ''
      where scope = ${scope} and key = ${key} and endpoint = ${endpoint} and fingerprint = ${fingerprint}`.execute(db);
    throw error;
  }
}

export async function purgeIdempotencyKeys<Tables>(db: Kysely<Tables>): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', sql`created_at < now() - interval '24 hours'`);
}
