import { permissionsOf } from '@app/contract/platform/permissions';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { findWarnings, type OperationCondition } from './find-warnings.ts';
import { listWarnings, replaceWarnings } from './warnings.queries.ts';

/** Above the number of administrators of one installation. */
const OPERATORS_MAX = 100;
const PAGE = '/admin';

/** Tells the administrators what is about to break, by bell and email: each condition once, until it is over. */
export const watchOperations = defineJob({
  name: 'watch-operations',
  payload: z.object({}),
  run: async (services: Services) => {
    const known = await listWarnings(services.db);
    const found = await findWarnings(services, new Set(known.map(({ what }) => what)));
    await services.db.transaction().execute(async (tx) => {
      const fresh = await replaceWarnings(tx, found, services.clock());
      if (fresh.length > 0) await tellOperators(tx, services, fresh);
    });
    for (const { what, amount } of found)
      services.log.warn({ what, amount }, 'the installation is about to lack something');
  },
});

async function tellOperators(tx: Tx, services: Services, warnings: readonly OperationCondition[]): Promise<void> {
  const { mail, clock, config } = services;
  const operators = await listOperators(tx);
  await notifyAll(
    tx,
    services,
    operators.flatMap(({ id }) =>
      warnings.map(({ what, amount }) => ({
        userId: id,
        kind: 'operation_warning' as const,
        link: PAGE,
        values: { what, amount },
        dedupe: `operations:${what}:${clock().getTime()}`,
      })),
    ),
  );
  await mail.queueAll(
    tx,
    operators
      .filter(({ email }) => email !== '')
      .flatMap(({ email, lang }) =>
        warnings.map(({ what, amount }) => ({
          to: email,
          lang,
          template: 'operation_warning',
          values: { what, amount, link: new URL(PAGE, config.publicUrl).href },
        })),
      ),
  );
}

/** Those who may deal with failed jobs are those who run the installation. */
async function listOperators(tx: Tx) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'email', 'lang', 'is_superuser', 'groups', 'permissions'])
    .where(sql<boolean>`(is_superuser or groups <> '{}')`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(OPERATORS_MAX)
    .execute();
  return rows.filter((row) => permissionsOf(row).includes('jobs.edit'));
}
