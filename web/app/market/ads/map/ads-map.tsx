import { IconMinus, IconPlus, IconRefresh } from 'virtual:icons';
import type { AdMap, MapGroup } from '@app/contract/market/ad-map';
import { useEffect, useRef, useState } from 'react';
import { adMapApi, MAP_ZOOM_MAX } from '#contract/market/ad-map';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { type AdFilters, listHref, toSearchQuery } from '../list/filters/ad-filters.ts';
import styles from './ads-map.module.css';
import { MapGround } from './map-ground.tsx';
import { MapList } from './map-list.tsx';
import { MapMarkers } from './map-markers.tsx';
import { MapTiles } from './map-tiles.tsx';
import { useMapGestures } from './use-map-gestures.ts';
import { areaOf, type Size, toWorld, type View, viewOf, zoomAt } from './view.ts';

/** What was looked at last, so that returning from an ad finds the same part of the map. */
let kept: { key: string; view: View } | undefined;

const MIDDLE = { x: 0, y: 0 };
const CLOSER = 2;

function useSize(element: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** The place of the filters only says where the map begins: from then on the part that is seen is the place. */
function queryOf(filters: AdFilters) {
  const { country_id, city_id, radius, ...others } = toSearchQuery(filters);
  return { others, place: { country_id, city_id, radius } };
}

const same = (one: View, other: View): boolean => one.x === other.x && one.y === other.y && one.zoom === other.zoom;

export function AdsMap({ filters }: { filters: AdFilters }) {
  // Other filters are another map: it begins anew, unless only the page was left and returned to.
  const key = listHref({ ...filters, page: 1, sort: null });
  return <MapOfFilters key={key} filters={filters} filtersKey={key} />;
}

function MapOfFilters({ filters, filtersKey }: { filters: AdFilters; filtersKey: string }) {
  const t = useText('ad-map');
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { others, place } = queryOf(filters);
  const [view, setView] = useState<View | null>(kept?.key === filtersKey ? kept.view : null);
  const [asked, setAsked] = useState<View | null>(view);
  const [last, setLast] = useState<AdMap | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const area = useLoaded(view === null ? filtersKey : null, (signal) =>
    call(adMapApi.area, { query: { ...others, ...place }, signal }),
  );
  const request = asked && size ? { view: asked, size } : null;
  const found = useLoaded(request && JSON.stringify([filtersKey, request]), async (signal) => {
    if (request === null) throw new Error('A map is asked for with its part');
    const bounds = areaOf(request.view, request.size);
    const query = {
      west: `${bounds.west}`,
      south: `${bounds.south}`,
      east: `${bounds.east}`,
      north: `${bounds.north}`,
    };
    return call(adMapApi.show, { query: { ...query, zoom: Math.floor(request.view.zoom), ...others }, signal });
  });

  useEffect(() => {
    if (view === null && area.value !== null && size !== null) look(viewOf(area.value, size));
  });
  useEffect(() => {
    if (found.value !== null) setLast(found.value);
  }, [found.value]);
  useEffect(() => {
    if (asked !== null) kept = { key: filtersKey, view: asked };
  }, [asked, filtersKey]);

  function look(next: View): void {
    setView(next);
    setAsked(next);
  }

  const gestures = useMapGestures(frame, view, size ?? { width: 1, height: 1 }, setView);
  const shown = found.value ?? last;
  const isMoved = view !== null && asked !== null && !same(view, asked);
  const hasFailed = area.hasFailed || found.hasFailed;
  const isLoading = !hasFailed && found.value === null;

  function zoom(by: number): void {
    if (view && size) setView(zoomAt(view, by, MIDDLE, size));
  }

  function enter(group: MapGroup): void {
    if (view && size) look(zoomAt({ ...view, ...toWorld(group) }, CLOSER, MIDDLE, size));
  }

  return (
    <div className={styles.map}>
      <div className={styles.frame}>
        {/* biome-ignore lint/a11y/useSemanticElements: a map is no fieldset */}
        <div
          ref={frame}
          className={styles.view}
          role="group"
          aria-label={t('ad-map.label')}
          aria-busy={isLoading}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the map, as its name says
          tabIndex={0}
          {...gestures}
        >
          {view && size && <MapGround view={view} size={size} />}
          {view && size && <MapTiles view={view} size={size} />}
          {view && size && shown && (
            <MapMarkers map={shown} chosen={chosen} onChoose={setChosen} onEnter={enter} view={view} size={size} />
          )}
        </div>
        <div className={styles.zoom}>
          <button
            type="button"
            aria-label={t('ad-map.closer')}
            disabled={view !== null && view.zoom >= MAP_ZOOM_MAX}
            onClick={() => zoom(1)}
          >
            <IconPlus size={20} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
          <button type="button" aria-label={t('ad-map.wider')} onClick={() => zoom(-1)}>
            <IconMinus size={20} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </div>
        {isMoved && (
          <button type="button" className={`${button('primary', 'small')} ${styles.here}`} onClick={() => look(view)}>
            <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
            {t('ad-map.here')}
          </button>
        )}
        <p className={styles.credit}>
          {t('ad-map.credit')}{' '}
          <a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">
            Natural Earth
          </a>
        </p>
      </div>
      <div className={styles.side}>
        {hasFailed ? (
          <RetryNotice
            heading="h3"
            title={t('ad-map.failed')}
            onRetry={() => (area.hasFailed ? area.retry() : found.retry())}
          />
        ) : (
          <MapList map={shown} isLoading={isLoading} chosen={chosen} onChoose={setChosen} onEnter={enter} />
        )}
      </div>
      <p className={styles.honest}>{t('ad-map.honest')}</p>
    </div>
  );
}
