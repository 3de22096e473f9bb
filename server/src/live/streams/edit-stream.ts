import type { StreamAudience } from '@app/contract/live/streams';
import { recordActionOnOthers } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { changeLockedStream, endWithin, publishWatcherEvent } from './change-stream.ts';
import { lockStreamOwner, parsePlannedDate, requireNoRunningStream } from './start-stream.ts';
import { findStream, findVisibleStream, lockStream, type StreamRow, saveTimes } from './streams.queries.ts';
import { themeFor } from './theme.ts';

interface Edit {
  theme?: string | undefined;
  is_active?: 0 | 1 | undefined;
  audience?: StreamAudience | undefined;
  slow_seconds?: number | undefined;
  planned_for?: string | undefined;
  record?: 0 | 1 | undefined;
  start?: 0 | 1 | undefined;
}

type EditServices = Services & Services;

export async function editStream(
  services: EditServices,
  viewer: SignedInViewer,
  id: number,
  edit: Edit,
): Promise<void> {
  const { db } = services;
  const known = await findStream(db, id);
  const isOwn = known?.userId === viewer.userId;
  const hasChanges = Object.values(edit).some((value) => value !== undefined);
  const ends = !hasChanges || edit.is_active === 0;
  if (known === undefined) throw new Failure('not_found');
  if (!isOwn && !(viewer.isStaff && ends)) {
    const seen = viewer.isStaff || (await findVisibleStream(db, viewer, id)) !== undefined;
    throw new Failure(seen ? 'forbidden' : 'not_found');
  }
  await db.transaction().execute(async (tx) => {
    // Lock order: users before streams.
    if (edit.start === 1) await lockStreamOwner(tx, known.userId);
    if (ends)
      await recordActionOnOthers(tx, viewer, services.clock(), {
        action: 'streams.end',
        object: `stream:${id}`,
        aboutUserId: known.userId,
      });
    if (ends) await endWithin(services, tx, id);
    else await change(services, tx, id, withoutDefault(viewer, known, edit));
  });
}

/** A form that sends back the default name does not set a theme. */
function withoutDefault({ lang }: SignedInViewer, stream: StreamRow, edit: Edit): Edit {
  const { theme, ...rest } = edit;
  return theme !== undefined && stream.theme === null && theme === themeFor(texts, lang, stream) ? rest : edit;
}

async function change(services: EditServices, tx: Tx, id: number, edit: Edit): Promise<void> {
  const found = await lockStream(tx, id);
  const stream = found && (await changeLockedStream(services, tx, found, { type: 'clock' }));
  if (stream === undefined || stream.state === 'ended') throw new Failure('stream_over');
  await write(services, tx, stream, edit);
  if (edit.slow_seconds !== undefined && edit.slow_seconds !== stream.slowSeconds)
    await publishWatcherEvent(services, tx, id, { type: 'slow', seconds: edit.slow_seconds });
  if (edit.theme !== undefined || edit.audience !== undefined)
    await publishWatcherEvent(services, tx, id, { type: 'state' });
  if (edit.start === 1 && stream.state === 'announced') {
    await requireNoRunningStream(services, tx, stream.userId);
    await changeLockedStream(services, tx, stream, { type: 'open' });
  }
}

async function write(services: EditServices, tx: Tx, stream: StreamRow, edit: Edit): Promise<void> {
  const isAnnounced = stream.state === 'announced';
  const planned = edit.planned_for;
  const changes = {
    ...(edit.theme && { theme: edit.theme }),
    ...(edit.audience && { audience: edit.audience }),
    ...(edit.slow_seconds !== undefined && { slow_seconds: edit.slow_seconds }),
    // Recording settings are fixed when the stream starts.
    ...(edit.record !== undefined && stream.startedAt === null && { keeps_recording: edit.record === 1 }),
    ...(planned !== undefined && isAnnounced && { planned_for: parsePlannedDate(planned, services.clock()) }),
  };
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('streams').set(changes).where('id', '=', stream.id).execute();
  if (changes.planned_for !== undefined) await saveTimes(tx, stream.id, { ...stream, plannedFor: changes.planned_for });
}
