import { SiteSettings } from '@app/contract/platform/site-settings';
import type { BaseLogger } from 'pino';
import type { Db, Tx } from '../database/tables.ts';
import { findViolatedConstraint } from '../database/violation.ts';
import { partOfServices } from '../domain/part-of-services.ts';
import { Failure } from '../failure.ts';
import type { PublicCache } from '../http/public-cache.ts';
import { type FollowedState, followChanges } from '../live/follow-changes.ts';
import type { Live } from '../live/live.ts';
import { type Texts, texts } from '../texts.ts';

export interface StoredSiteSettings {
  changedAt: Date | null;
  /** 0: nothing was ever saved. */
  version: number;
  settings: SiteSettings;
}

const NOTHING_SET: StoredSiteSettings = { version: 0, changedAt: null, settings: SiteSettings.parse({}) };

/** Reads the settings as they are in the database. Pages, which need them all the time, ask {@link siteSettingsOf}. */
export async function readSiteSettings(db: Db): Promise<StoredSiteSettings> {
  return parseRow(await selectNewest(db).executeTakeFirst());
}

const selectNewest = (db: Db) =>
  db.selectFrom('site_settings').select(['version', 'settings', 'changed_at']).orderBy('version', 'desc').limit(1);

function parseRow(row: { version: number; settings: unknown; changed_at: Date } | undefined): StoredSiteSettings {
  if (row === undefined) return NOTHING_SET;
  return { version: row.version, changedAt: row.changed_at, settings: SiteSettings.parse(row.settings) };
}

/** The settings as they were at a time. */
export async function readSiteSettingsAt(db: Db, at: Date): Promise<StoredSiteSettings> {
  return parseRow(await selectNewest(db).where('changed_at', '<=', at).executeTakeFirst());
}

interface Change extends Pick<StoredSiteSettings, 'version' | 'settings'> {
  at: Date;
  by: number;
}

/** Saves the settings as the version after the given one. Fails with conflict when somebody else did so meanwhile. */
export async function saveSiteSettings(tx: Tx, { version, settings, at, by }: Change): Promise<StoredSiteSettings> {
  if ((await readSiteSettings(tx)).version !== version) throw new Failure('conflict');
  const next = { version: version + 1, changedAt: at, settings };
  await tx
    .insertInto('site_settings')
    .values({ version: next.version, settings: JSON.stringify(settings), changed_at: at, changed_by: by })
    .execute()
    .catch((error: unknown) => {
      throw findViolatedConstraint('unique', error) === undefined ? error : new Failure('conflict');
    });
  return next;
}

/** The settings in the memory of this node, renewed on all nodes within seconds of a change. */
export interface SiteSettingsCache extends FollowedState {
  get(): StoredSiteSettings;
}

interface Parts {
  db: Db;
  live: Live;
  log: BaseLogger;
  publicCache: Pick<PublicCache, 'invalidate'>;
}

export const siteSettingsOf = partOfServices(({ db, live, log, publicCache }: Parts): SiteSettingsCache => {
  let current = NOTHING_SET;
  async function refresh(): Promise<void> {
    const read = await readSiteSettings(db);
    // A concurrent read may be older than what is known.
    if (read.version <= current.version) return;
    current = read;
    // Cached pages of guests would show the previous name for another second.
    publicCache.invalidate();
  }
  return {
    ...followChanges({ topic: 'site-settings', what: 'the settings of the site', refresh, live, log }),
    get: () => current,
  };
});

/** Texts with the name of the site, for what leaves it: messages, receipts, archives. */
export const readSiteTexts = async (db: Db): Promise<Texts> => texts.named((await readSiteSettings(db)).settings);
