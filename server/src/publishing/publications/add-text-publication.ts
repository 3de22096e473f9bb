import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Publication, publicationsApi } from '@app/contract/publishing/publications';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import {
  claimFiles,
  getPendingPublication,
  insertPublication,
  parsePublishTime,
  schedulePublication,
} from './add-publication.ts';
import { applyChange, requireOwn } from './edit-publication.ts';
import { lockPublication } from './lock-publication.ts';
import { getPublicationForViewer } from './present-publications.ts';
import { publishPublication } from './publish-publication.ts';

type TextInput = BodyOf<typeof publicationsApi.addText>;

/** Publishes words without files: a new publication, or an own draft. A draft that is out already stays as it is. */
export async function addTextPublication(
  services: Services,
  viewer: SignedInViewer,
  input: TextInput,
  idempotency: IdempotencyKey | undefined,
): Promise<Publication> {
  const publishAt = input.publish_at === undefined ? undefined : parsePublishTime(services, input.publish_at);
  if (input.publish_id !== undefined) await requireOwn(services, viewer, input.publish_id);
  const { id } = await services.db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const publishId = await takeDraft(services, tx, viewer, input);
      if (publishId === undefined) return input.publish_id ?? 0;
      await tx.updateTable('publications').set({ is_text: true, type: 0 }).where('id', '=', publishId).execute();
      if (publishAt === undefined)
        await publishPublication(services, tx, { ...(await getPendingPublication(tx, publishId)), ip: viewer.ip });
      else await schedulePublication(services, tx, viewer.userId, publishId, publishAt);
      return publishId;
    }),
  );
  services.publicCache.invalidate();
  return getPublicationForViewer(services, viewer, id);
}

/** Returns the id of the draft with the words, new or given; undefined once the given one is published. */
async function takeDraft(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  { publish_id, publish_at: _, ...fields }: TextInput,
): Promise<number | undefined> {
  if (publish_id === undefined) return insertPublication(services, tx, viewer, fields);
  const row = requireFound(await lockPublication(tx, publish_id));
  if (row.state === 'published') return undefined;
  await claimFiles(tx, viewer.userId, publish_id, []);
  await applyChange(services, tx, row, { publish_id, ...fields });
  return publish_id;
}
