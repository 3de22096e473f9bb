import { sql } from 'kysely';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';

/** Marks a received voice note as listened to; the first time is published to both users. Fails with not_found. */
export async function markListened(services: Services, readerId: number, id: number): Promise<void> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ message_id: number; heard_at: Date | null }>`
      select message_id, heard_at from chat_files
      where id = ${id} and kind = 'voice' and state = 'sent' and owner_id is distinct from ${readerId}
        and ${readerId} = any (reader_ids)
      for update`.execute(tx);
    const [file] = rows;
    if (file === undefined) throw new Failure('not_found');
    if (file.heard_at !== null) return;
    await tx.updateTable('chat_files').set({ heard_at: clock() }).where('id', '=', id).execute();
    await emit(services, tx, { type: 'voiceNote.listened', messageId: file.message_id });
  });
}
