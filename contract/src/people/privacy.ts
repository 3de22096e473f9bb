import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

/** Whom a person lets see or do something: everybody, their friends, or nobody. */
export const CONTACT_AUDIENCES = ['all', 'circle', 'nobody'] as const;
export type ContactAudience = (typeof CONTACT_AUDIENCES)[number];
const contactAudience = z.enum(CONTACT_AUDIENCES);

/**
 * Whom something that a person publishes is for: everybody, their friends, those of their friends whom they count as family,
 * or only themselves. The same for every kind of content.
 */
export const AUDIENCES = ['all', 'friends', 'fams', 'me'] as const;
export type Audience = (typeof AUDIENCES)[number];
export const audience = z.enum(AUDIENCES);

/** What a person decides about, each for itself. `phone`, `email`, `online`, `friends`: who sees it; the rest: who may do it. */
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
  get: endpoint({
    method: 'GET',
    path: '/api/users/privacy',
    aliases: ['/api/user/privacy'],
    access: 'user',
    summary: 'Who sees and may do what to me.',
    response: Privacy,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/users/privacy',
    aliases: ['/api/user/privacy'],
    access: 'user',
    summary: 'Change who sees and may do what; absent fields stay as they are.',
    body: Privacy.partial(),
    response: Privacy,
  }),
};
