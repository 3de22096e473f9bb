import type { Kysely } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../queue/job.ts';
import { type IdempotencyTables, purgeIdempotencyKeys } from './idempotency.ts';

export const sweepIdempotencyKeys = defineJob({
  name: 'sweep-idempotency-keys',
  payload: z.object({}),
  run: ({ db }: { db: Kysely<IdempotencyTables> }) => purgeIdempotencyKeys(db),
});
