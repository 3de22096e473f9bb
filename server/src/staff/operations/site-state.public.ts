import { setTimeout as sleep } from 'node:timers/promises';
import { FEATURES, type Feature } from '@app/contract/platform/features';
import type { Lang } from '@app/contract/platform/languages';
import { ANNOUNCEMENT_LEVELS, ANNOUNCEMENTS_SHOWN, type SiteState } from '@app/contract/staff/operations';
import type { Selectable } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { partOfServices } from '../../platform/domain/part-of-services.ts';
import type { PublicCache } from '../../platform/http/public-cache.ts';
import type { Live } from '../../platform/live/live.ts';
import type { OperationsTables } from './operations.tables.ts';

type AnnouncementRow = Selectable<OperationsTables['announcements']>;

/** Maximum delay of a missed bus message, and of announcements that start by time. */
const REFRESH_MS = 15_000;
const TOPIC = 'site-state';
const severityOf = (level: AnnouncementRow['level']): number => ANNOUNCEMENT_LEVELS.indexOf(level);

/** In-memory cache of announcements and switches, needed by every page and call. Nodes tell each other of changes. */
export interface SiteStateCache {
  /** Loads the state and follows changes until `stop`. On an error all features count as on; loading is retried. */
  start(): Promise<void>;
  stop(): void;
  isOff(feature: Feature): boolean;
  get(lang: Lang): SiteState;
  /** Publishes the change in the caller's transaction; every node reloads after the commit. */
  publishChange(tx: Tx): Promise<void>;
  refresh(): Promise<void>;
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
  let unsubscribe: (() => void) | undefined;
  const stopping = new AbortController();

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

  const refreshSafely = (): Promise<void> =>
    refresh().catch((error: Error) =>
      log.warn({ reason: error.message }, 'announcements and feature switches could not be read'),
    );

  async function subscribe(): Promise<void> {
    if (unsubscribe !== undefined) return;
    unsubscribe = () => {};
    try {
      const unsubscribers = [
        await live.subscribe(TOPIC, () => void refreshSafely()),
        live.onGap(() => void refreshSafely()),
      ];
      unsubscribe = () => unsubscribers.forEach((one) => void one());
      if (stopping.signal.aborted) unsubscribe();
    } catch (error) {
      unsubscribe = undefined;
      log.warn({ reason: (error as Error).message }, 'changes of feature switches are not received yet');
    }
  }

  async function refreshPeriodically(): Promise<void> {
    for (;;) {
      await sleep(REFRESH_MS, undefined, { signal: stopping.signal, ref: false });
      await subscribe();
      await refreshSafely();
    }
  }

  return {
    async start() {
      await refreshSafely();
      await subscribe();
      refreshPeriodically().catch(() => {});
    },
    stop() {
      stopping.abort();
      unsubscribe?.();
    },
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
    publishChange: (tx) => live.publishInTransaction(tx, [{ topic: TOPIC, event: {} }]),
    refresh,
  };
}

export const siteStateOf = partOfServices(createSiteState);
