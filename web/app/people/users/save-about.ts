import type { User } from '@app/contract/people/users';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { isSameText } from './about-draft.ts';

export interface AboutBase {
  description: string;
  revision: number | undefined;
}

export type AboutOutcome =
  | { kind: 'saved'; base: AboutBase }
  /** Another window saved another text meanwhile: nothing was written. */
  | { kind: 'conflict'; present: AboutBase }
  /** `message` is the server's, empty when it said nothing. */
  | { kind: 'failed'; message: string };

const baseOf = ({ description, revision }: User): AboutBase => ({ description, revision });

/**
 * Saves with the revision on which editing was based. If another window changed only other fields, saves again with the
 * current revision. The response to a request of a closing page may be lost.
 */
export async function saveAbout(
  userId: number,
  text: string,
  base: AboutBase,
  isLeaving: boolean,
): Promise<AboutOutcome> {
  try {
    const saved = await call(usersApi.change, {
      params: { id: userId },
      body: { description: text, revision: base.revision },
      keepalive: isLeaving,
      isQuiet: isLeaving,
    });
    return { kind: 'saved', base: baseOf(saved) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.body.code !== 'profile_changed') return { kind: 'failed', message: error.body.message };
    const present = baseOf(error.body.present as User);
    if (isSameText(present.description, text)) return { kind: 'saved', base: present };
    const isUntouched = isSameText(present.description, base.description) && present.revision !== base.revision;
    return isUntouched ? saveAbout(userId, text, present, isLeaving) : { kind: 'conflict', present };
  }
}
