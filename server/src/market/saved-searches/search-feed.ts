import { isSigned, sign } from '@app/media-node/signature';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';

interface FeedSource {
  id: number;
  feed_seed: string | null;
}

const KEY = /^([1-9]\d{0,14})\.([\w-]{22})$/;

const getSigningKey = (db: Db): Promise<Buffer> => getInstallationKey(db, 'search-feeds');

const signedText = ({ id, feed_seed }: FeedSource): string => `${id} ${feed_seed}`;

/**
 * The key of a feed is signed and not stored: rows of the database alone open no feed. It is in the query of the
 * address, which logs leave out.
 */
export async function presentFeedAddress(
  { db, config }: Pick<Services, 'db' | 'config'>,
  search: FeedSource,
): Promise<string | null> {
  if (search.feed_seed === null) return null;
  const signature = sign(await getSigningKey(db), signedText(search));
  return `${config.publicUrl}/feeds/search.atom?key=${search.id}.${signature}`;
}

/** The search that a key names, before its signature is checked. */
export function parseFeedKey(text: string): { id: number; signature: string } | undefined {
  const [, id, signature = ''] = KEY.exec(text) ?? [];
  return id === undefined ? undefined : { id: Number(id), signature };
}

export const isFeedOf = async (db: Db, search: FeedSource, signature: string): Promise<boolean> =>
  search.feed_seed !== null && isSigned(await getSigningKey(db), signedText(search), signature);
