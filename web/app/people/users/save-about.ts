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

type SaveResult = { user: User } | { present: User } | { message: string };
type Send = (userId: number, body: { description: string; revision: number | undefined }) => Promise<SaveResult>;

const baseOf = ({ description, revision }: User): AboutBase => ({ description, revision });

/**
 * Saves with the revision on which editing was based. If another window changed only other fields, saves again with the
 * current revision.
 */
export async function saveAbout(
  userId: number,
  text: string,
  base: AboutBase,
  send: Send = sendByCall,
): Promise<AboutOutcome> {
  const result = await send(userId, { description: text, revision: base.revision });
  if ('user' in result) return { kind: 'saved', base: baseOf(result.user) };
  if ('message' in result) return { kind: 'failed', message: result.message };
  const present = baseOf(result.present);
  if (isSameText(present.description, text)) return { kind: 'saved', base: present };
  const isUntouched = isSameText(present.description, base.description) && present.revision !== base.revision;
  return isUntouched ? saveAbout(userId, text, present, send) : { kind: 'conflict', present };
}

async function sendByCall(id: number, body: Parameters<Send>[1]): Promise<SaveResult> {
  try {
    return { user: await call(usersApi.change, { params: { id }, body }) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { code, message, present } = error.body;
    return code === 'profile_changed' ? { present: present as User } : { message };
  }
}

/**
 * Sends with `keepalive` while the page closes. The response may be lost, so the text is stored in the browser, too.
 */
export async function sendOnLeaving(id: number, body: Parameters<Send>[1]): Promise<SaveResult> {
  try {
    const response = await fetch(usersApi.change.path.replace('{id}', String(id)), {
      method: usersApi.change.method,
      keepalive: true,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        'content-type': 'application/json',
        'x-csrftoken': getCookie('csrftoken'),
      },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return { user: answer };
    return answer.code === 'profile_changed' ? { present: answer.present } : { message: answer.message ?? '' };
  } catch {
    return { message: '' };
  }
}

function getCookie(name: string): string {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return decodeURIComponent(pair?.slice(name.length + 1) ?? '');
}
