import { FEATURES, type Feature } from '@app/contract/platform/features';
import type { Lang } from '@app/contract/platform/languages';
import { ANNOUNCEMENT_LEVELS, ANNOUNCEMENTS_SHOWN, type SiteState } from '@app/contract/staff/operations';
import type { Selectable } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/tables.ts';
import { partOfServices } from '../../platform/domain/part-of-services.ts';
import type { PublicCache } from '../../platform/http/public-cache.ts';
import { type FollowedState, followChanges } from '../../platform/live/follow-changes.ts';
import type { Live } from '../../platform/live/live.ts';
import type { OperationsTables } from './operations.tables.ts';

type AnnouncementRow = Selectable<OperationsTables['announcements']>;

const severityOf = (level: AnnouncementRow['level']): number => ANNOUNCEMENT_LEVELS.indexOf(level);

/** In-memory cache of announcements and switches, needed by every page and call. On an error all features count as on. */
export interface SiteStateCache extends FollowedState {
  isOff(feature: Feature): boolean;
  get(lang: Lang): SiteState;
}

interface Parts {
  db: Db;
  clock: Clock;
  live: Live;
  log: BaseLogger;
  publicCache: Pick<PublicCache, 'invalidate'>;
}

export function createSiteState({ db, clock, live, log, publicCache }: Parts): SiteStateCache {
  let off = new Set<Feature>();
  let announcements: AnnouncementRow[] = [];
  let known = '';
  let readings = 0;
  let latest = 0;

  async function refresh(): Promise<void> {
    const now = clock();
    readings += 1;
    const reading = readings;
    const [switches, rows] = await Promise.all([
      db.selectFrom('feature_flags').select('feature').where('is_on', '=', false).execute(),
      // Few rows; served by announcements_ends.
      db
        .selectFrom('announcements')
        .selectAll()
        .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
        .orderBy('id', 'desc')
        .limit(100)
        .execute(),
    ]);
    // A result that is older than the current state is dropped.
    if (reading < latest) return;
    latest = reading;
    off = new Set(FEATURES.filter((feature) => switches.some((row) => row.feature === feature)));
    announcements = rows.toSorted((a, b) => severityOf(b.level) - severityOf(a.level) || b.id - a.id);
    const state = JSON.stringify([[...off], announcements.map(({ id, revision }) => [id, revision])]);
    // Cached anonymous pages would show the previous state for another second.
    if (state !== known) publicCache.invalidate();
    known = state;
  }

  return {
    ...followChanges({ topic: 'site-state', what: 'announcements and feature switches', refresh, live, log }),
    isOff: (feature) => off.has(feature),
    get(lang) {
      const now = clock();
      const shown = announcements.filter(
        ({ starts_at, ends_at }) => starts_at <= now && (ends_at === null || ends_at > now),
      );
      return {
        announcements: shown
          .slice(0, ANNOUNCEMENTS_SHOWN)
          .map(({ id, revision, level, texts, url, is_dismissible }) => ({
            id,
            revision,
            level,
            text: texts[lang] || texts.ru || '',
            url,
            dismissible: is_dismissible ? 1 : 0,
          })),
        features_off: [...off],
      };
    },
  };
}

export const siteStateOf = partOfServices(createSiteState);
