import { z } from 'zod';

export const LINK_TITLE_MAX = 160;
export const LINK_DESCRIPTION_MAX = 300;
export const LINK_SITE_NAME_MAX = 60;

/** What a page says about itself, fetched by the server and shown under the message whose text links to it. */
export const LinkCard = z.object({
  url: z.string(),
  /** Host of the address, for display. */
  host: z.string(),
  title: z.string(),
  /** '' without one, like `site_name`. */
  description: z.string(),
  site_name: z.string(),
  /** A picture of our own server. */
  photo: z.string().nullable(),
});
export type LinkCard = z.infer<typeof LinkCard>;
