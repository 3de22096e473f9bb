import { AUDIENCES } from '@app/contract/people/privacy';
import { z } from 'zod';
import { readData } from '../platform/read-data.ts';

const publicationScript = z.strictObject({
  by: z.string(),
  minutesAgo: z.number(),
  /** Logins of those who like it, or a number of demo users in a fixed order. */
  likes: z.union([z.array(z.string()), z.number()]),
  audience: z.enum(AUDIENCES).optional(),
  video: z.string().optional(),
  text: z.string(),
  /** Title of an ad of the author. */
  ad: z.string().optional(),
  photos: z.array(z.strictObject({ name: z.string(), alt: z.string() })),
  comments: z
    .array(z.strictObject({ from: z.string(), after: z.number(), text: z.string(), repliesTo: z.number().optional() }))
    .optional(),
});
export type PublicationScript = z.output<typeof publicationScript>;

export const PUBLICATION_SCRIPTS = readData(
  new URL('seed/publications.json', import.meta.url),
  z.array(publicationScript),
);
