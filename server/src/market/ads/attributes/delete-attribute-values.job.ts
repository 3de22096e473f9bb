import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { deleteAttributeInRange, lastAdId } from './ad-attributes.queries.ts';

/** Ids per transaction, kept small so that users who save an ad do not wait long. */
const IDS_AT_ONCE = 500;

export const deleteAttributeValues = defineJob({
  name: 'delete-attribute-values',
  payload: z.object({ attribute_id: z.number().int() }),
  run: async ({ db }: Services, { attribute_id }) => {
    const last = await lastAdId(db);
    for (let after = 0; after < last; after += IDS_AT_ONCE) {
      await deleteAttributeInRange(db, attribute_id, { after, upTo: after + IDS_AT_ONCE });
    }
  },
});
