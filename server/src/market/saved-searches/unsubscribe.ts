import type { Lang } from '@app/contract/platform/languages';
import {
  addEmailOptOut,
  type EmailTopic,
  findTopic,
  removeEmailOptOut,
} from '../../notifications/email-preferences/email-preferences.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { describeSearches } from './describe-searches.ts';

interface EmailOptOut {
  kind: EmailTopic['kind'];
  name: string;
}

/** Adds the opt-out named by an email's link and returns it in the viewer's language. */
export async function unsubscribe(services: Services, viewer: Viewer, token: string): Promise<EmailOptOut> {
  const { db } = services;
  const topic = await findTopic(db, token);
  if (topic === undefined || !(await hasAccount(db, topic.userId))) throw new Failure('not_found');
  await addEmailOptOut(db, topic.userId, topic.kind, [topic.aboutId]);
  return { kind: topic.kind, name: await describeTopic(services, viewer.lang, topic) };
}

export async function resubscribe(services: Services, viewer: SignedInViewer, token: string): Promise<EmailOptOut> {
  const { db } = services;
  const topic = await findTopic(db, token);
  if (topic?.userId !== viewer.userId) throw new Failure('not_found');
  await removeEmailOptOut(db, topic.userId, topic.kind, topic.aboutId);
  return { kind: topic.kind, name: await describeTopic(services, viewer.lang, topic) };
}

async function hasAccount(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '<>', '')
    .executeTakeFirst();
  return user !== undefined;
}

/** Returns an empty text when the subject is gone; the opt-out still applies. */
async function describeTopic(services: Services, lang: Lang, { kind, userId, aboutId }: EmailTopic): Promise<string> {
  const { db } = services;
  if (kind === 'saved_search') {
    const search = await db
      .selectFrom('saved_searches')
      .select(['filters', 'wanted_ad_id'])
      .where('id', '=', aboutId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const [name = ''] = search ? await describeSearches(services, [{ ...search, lang }]) : [];
    return name;
  }
  if (kind !== 'new_ad') return '';
  const person = await db
    .selectFrom('users')
    .select(['firstname', 'lastname'])
    .where('id', '=', aboutId)
    .executeTakeFirst();
  return person ? `${person.firstname} ${person.lastname}`.trim() : '';
}
