import { type RawBuilder, sql } from 'kysely';
import { createBatcher } from '../../platform/batches.ts';
import type { Db } from '../../platform/database/tables.ts';
import { listDomains } from '../../platform/domain/domain.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { ShortCache } from '../../platform/short-cache.ts';

/** Rows of a domain that show images: who sees such a row may read its images. */
export interface ImageHolder {
  /** SQL after `from media_images m`: joins the rows of the domain. */
  joins: RawBuilder<unknown>;
  /** Condition over the joined rows. `viewer` may be a guest. */
  isShownTo(viewer: ImageViewer): RawBuilder<boolean>;
}

export type ImageViewer = Pick<Viewer, 'userId' | 'isStaff'>;

declare module '../../platform/domain/domain.ts' {
  interface Domain {
    imageHolders?: readonly ImageHolder[];
  }
}

export interface ImageAccess {
  /** Fails with not_found unless something that shows the image is visible to the viewer. */
  require(baseKey: string, viewer: ImageViewer): Promise<void>;
}

const GUEST: ImageViewer = { userId: null, isStaff: false };

/** A permission is cached for this time, a refusal never: what was published a moment ago must be visible. */
const PERMISSIONS = { ms: 2000, max: 50_000 };
const BATCH = { max: 200, atOnce: 2 };

interface Question {
  baseKey: string;
  viewer: ImageViewer;
}

/** Decides who may read images. All images that a page requests at once are decided by one query. */
export function createImageAccess({ db }: { db: Db }): ImageAccess {
  const permissions = new ShortCache<void>(PERMISSIONS);
  const isShown = createBatcher(async (questions: readonly Question[]) => {
    const shown = new Set<string>();
    const viewers = new Map(questions.map(({ viewer }) => [keyOf(viewer), viewer]));
    for (const [viewerKey, viewer] of viewers) {
      const keys = questions.filter((question) => keyOf(question.viewer) === viewerKey).map(({ baseKey }) => baseKey);
      for (const key of await listShown(db, viewer, keys)) shown.add(`${key} ${viewerKey}`);
    }
    return questions.map(({ baseKey, viewer }) => shown.has(`${baseKey} ${keyOf(viewer)}`));
  }, BATCH);
  return {
    require: (baseKey, viewer) =>
      permissions.get(`${baseKey} ${keyOf(viewer)}`, async () => {
        if (!(await isShown({ baseKey, viewer }))) throw new Failure('not_found');
      }),
  };
}

export const requirePublic = (access: ImageAccess, baseKey: string): Promise<void> => access.require(baseKey, GUEST);

const keyOf = ({ userId, isStaff }: ImageViewer): string => `${userId} ${isStaff}`;

/** Every arm stops at its first row, because one content may belong to thousands of rows. */
async function listShown(db: Db, viewer: ImageViewer, keys: readonly string[]): Promise<string[]> {
  const arms = listDomains().flatMap(({ imageHolders = [] }) =>
    imageHolders.map(({ joins, isShownTo }) => ({ joins, condition: isShownTo(viewer) })),
  );
  if (viewer.userId !== null) {
    const isOwn = sql<boolean>`(m.owner_id = ${viewer.userId} and m.state <> 'garbage')`;
    const isForStaff = sql<boolean>`(m.state = 'claimed' and ${viewer.isStaff}::boolean)`;
    arms.push({ joins: sql``, condition: sql`(${isOwn} or ${isForStaff})` });
  }
  if (arms.length === 0) return [];
  const holders = sql.join(
    arms.map(
      ({ joins, condition }) =>
        sql`(select 1 from media_images m ${joins} where m.base_key = asked.key and ${condition} limit 1)`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<{ key: string }>`
    select asked.key from (select distinct unnest(${[...keys]}::text[]) as key) asked
    cross join lateral (select 1 from (${holders}) holder limit 1) found`.execute(db);
  return rows.map(({ key }) => key);
}
