import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { AnnouncementDraft, operationsApi, StaffAnnouncement } from '@app/contract/staff/operations';
import { type Selectable, sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { OperationsTables } from './operations.tables.ts';
import { siteStateOf } from './site-state.public.ts';

type Row = Selectable<OperationsTables['announcements']>;
type Parts = Parameters<typeof siteStateOf>[0];

export async function listAnnouncements(
  { db, clock }: Parts,
  { page, size }: QueryOf<typeof operationsApi.listAnnouncements>,
): Promise<ResponseOf<typeof operationsApi.listAnnouncements>> {
  const rows = await db
    .selectFrom('announcements')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('announcements')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { announcements: rows.map((row) => presentAnnouncement(row, clock())), total };
}

export function addAnnouncement(parts: Parts, viewer: SignedInViewer, draft: AnnouncementDraft) {
  return saveAnnouncement(parts, viewer, 'add', (tx, now) =>
    tx
      .insertInto('announcements')
      .values({ ...toRow(draft, now), created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export function editAnnouncement(parts: Parts, viewer: SignedInViewer, id: number, draft: AnnouncementDraft) {
  return saveAnnouncement(parts, viewer, 'edit', (tx, now) =>
    tx
      .updateTable('announcements')
      .set({ ...toRow(draft, now), revision: sql`revision + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  );
}

export function removeAnnouncement(parts: Parts, viewer: SignedInViewer, id: number) {
  return saveAnnouncement(parts, viewer, 'remove', (tx) =>
    tx.deleteFrom('announcements').where('id', '=', id).returningAll().executeTakeFirst(),
  );
}

async function saveAnnouncement(
  services: Parts,
  viewer: SignedInViewer,
  action: string,
  change: (tx: Tx, now: Date) => Promise<Row | undefined>,
): Promise<StaffAnnouncement> {
  const { db, clock } = services;
  const siteState = siteStateOf(services);
  const now = clock();
  const row = await db.transaction().execute(async (tx) => {
    const changed = requireFound(await change(tx, now));
    const { id, level, texts, url, starts_at, ends_at } = changed;
    await recordStaffAction(tx, viewer, now, {
      action: `announcements.${action}`,
      object: `announcement:${id}`,
      details: { level, text: texts.ru, url, starts: starts_at, ends: ends_at },
    });
    await siteState.publishChange(tx);
    return changed;
  });
  // The author views the page next, so this node refreshes at once.
  await siteState.refresh();
  return presentAnnouncement(row, now);
}

function toRow({ level, texts, url, dismissible, starts, ends }: AnnouncementDraft, now: Date) {
  const starts_at = starts === undefined ? now : new Date(starts);
  const ends_at = ends === null ? null : new Date(ends);
  if (ends_at !== null && ends_at <= starts_at)
    throw new Failure('invalid_input', { fields: { ends: 'errors.field.invalid' } });
  return {
    level,
    texts: JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))),
    url,
    is_dismissible: dismissible === 1,
    starts_at,
    ends_at,
    changed_at: now,
  };
}

function presentAnnouncement({ id, revision, level, texts, url, ...row }: Row, now: Date): StaffAnnouncement {
  const isOver = row.ends_at !== null && row.ends_at <= now;
  return {
    id,
    revision,
    level,
    texts,
    url,
    dismissible: row.is_dismissible ? 1 : 0,
    starts: row.starts_at.toISOString(),
    ends: row.ends_at?.toISOString() ?? null,
    state: isOver ? 'over' : row.starts_at > now ? 'planned' : 'shown',
  };
}
