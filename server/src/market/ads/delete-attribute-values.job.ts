import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { deleteAttributeInRange, lastAdId } from './ad-attributes.queries.ts';

/** Ads are looked through by so many ids at a time: a short transaction each, so that nobody who saves an ad waits long. */
const IDS_AT_ONCE = 500;

/** Ads forget what they said about an attribute that nobody is asked for any more. */
export const deleteAttributeValues = defineJob({
  name: 'drop-attribute-values',
  payload: z.object({ attribute_id: z.number().int() }),
  run: async ({ db }: Services, { attribute_id }) => {
    const last = await lastAdId(db);
    for (let after = 0; after < last; after += IDS_AT_ONCE) {
      await deleteAttributeInRange(db, attribute_id, { after, upTo: after + IDS_AT_ONCE });
    }
  },
});
