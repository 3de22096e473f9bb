import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

/** Who may see or do something: everybody, friends, or nobody. */
export const CONTACT_AUDIENCES = ['all', 'circle', 'nobody'] as const;
export type ContactAudience = (typeof CONTACT_AUDIENCES)[number];
const contactAudience = z.enum(CONTACT_AUDIENCES);

/**
 * Audience of published content: everybody, friends, friends marked as relatives, or the author only. The same for
 * every kind of content.
 */
export const AUDIENCES = ['all', 'friends', 'fams', 'me'] as const;
export type Audience = (typeof AUDIENCES)[number];
export const audience = z.enum(AUDIENCES);

/** Privacy settings. `phone`, `email`, `online`, `friends`: who sees the field; the rest: who may do the action. */
export const Privacy = z.object({
  phone: contactAudience,
  email: contactAudience,
  online: contactAudience,
  friends: contactAudience,
  write: contactAudience,
  call: contactAudience,
  comment: contactAudience,
});
export type Privacy = z.infer<typeof Privacy>;
export type PrivacyKey = keyof Privacy;

export const privacyApi = {
  get: endpoint('GET', ['/api/users/privacy', '/api/user/privacy'], 'user', {
    summary: 'The viewer’s privacy settings: who sees and may do what.',
    response: Privacy,
  }),
  set: endpoint('PUT', ['/api/users/privacy', '/api/user/privacy'], 'user', {
    summary: 'Change the privacy settings; absent fields stay as they are.',
    body: Privacy.partial(),
    response: Privacy,
  }),
};
