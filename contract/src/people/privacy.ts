import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

/** Whom a person lets see or do something: everybody, their friends, or nobody. */
export const REACHES = ['all', 'circle', 'nobody'] as const;
export type Reach = (typeof REACHES)[number];
const reach = z.enum(REACHES);

/**
 * Whom something that a person publishes is for: everybody, their friends, those of their friends whom they count as family,
 * or only themselves. The same for every kind of content.
 */
export const AUDIENCES = ['all', 'friends', 'fams', 'me'] as const;
export type Audience = (typeof AUDIENCES)[number];
export const audience = z.enum(AUDIENCES);

/** What a person decides about, each for itself. `phone`, `email`, `online`, `friends`: who sees it; the rest: who may do it. */
export const Privacy = z.object({
  phone: reach,
  email: reach,
  online: reach,
  friends: reach,
  write: reach,
  call: reach,
  comment: reach,
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
