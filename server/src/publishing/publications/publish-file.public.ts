import type { Audience } from '@app/contract/people/privacy';
import type { Services } from '../../platform/domain/services.ts';
import { addPublication } from './add-publication.ts';

export interface FileToPublish {
  fileId: number;
  description: string;
  audience: Audience;
  /** Repeats with the same key within a day return the same publication. */
  idempotencyKey: string;
}

export async function publishFile(
  services: Services,
  ownerId: number,
  { fileId, description, audience, idempotencyKey }: FileToPublish,
): Promise<number> {
  const owner = {
    userId: ownerId,
    sessionId: 0,
    isStaff: false,
    isSuperuser: false,
    isPaid: false,
    lacksSecondFactor: false,
    lang: 'ru',
    ip: '',
  } as const;
  const draft = { publish_description: description, audience, file_ids: [fileId] };
  const once = { scope: `user:${ownerId}`, key: idempotencyKey, endpoint: 'publish-file', fingerprint: '' };
  return (await addPublication(services, owner, { draft, received: [] }, once)).publish_id;
}
