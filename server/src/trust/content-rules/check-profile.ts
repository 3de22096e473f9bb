import type { Listener } from '../../platform/domain/domain.ts';
import { checkContent } from './check-content.public.ts';

/** A hit opens a case, and the profile stays visible. */
export const checkProfile: Listener<'profile.changed'> = async (services, tx, { userId, ip, title, text }) => {
  await checkContent(services, tx, { subject: 'profile', object: `user:${userId}`, userId, ip, title, text });
};
