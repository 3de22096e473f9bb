import type { AdMap, MapGroup } from '@app/contract/market/ad-map';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage } from '../../../platform/i18n.tsx';
import { usePriceText } from '../use-price-text.ts';
import styles from './ads-map.module.css';
import { type Size, toPixels, type View } from './view.ts';

interface MapMarkersProps {
  map: AdMap;
  view: View;
  size: Size;
  chosen: number | null;
  onChoose: (id: number) => void;
  onEnter: (group: MapGroup) => void;
}

/** Beyond the edge by this much a marker is not drawn. */
const EDGE = 60;

/** For pointers: the keyboard and screen readers have the same ads and groups in the list beside. */
export function MapMarkers({ map, view, size, chosen, onChoose, onEnter }: MapMarkersProps) {
  const priceText = usePriceText();
  const lang = useLanguage();
  const styleOf = (position: { latitude: number; longitude: number }) => {
    const { x, y } = toPixels(position, view, size);
    const isSeen = x > -EDGE && y > -EDGE && x < size.width + EDGE && y < size.height + EDGE;
    return isSeen ? { left: x, top: y } : null;
  };
  return (
    <div aria-hidden="true">
      {map.places.map((place) => {
        const style = styleOf(place);
        return (
          style && (
            <span key={place.id} className={styles.place} style={style}>
              {place.name}
            </span>
          )
        );
      })}
      {map.groups.map((group) => {
        const style = styleOf(group);
        return (
          style && (
            <button
              key={`${group.latitude} ${group.longitude}`}
              type="button"
              tabIndex={-1}
              className={styles.group}
              data-many={group.count >= 100 || undefined}
              style={style}
              onClick={() => onEnter(group)}
            >
              {formatNumber(lang, group.count)}
            </button>
          )
        );
      })}
      {map.ads.map((ad) => {
        const style = styleOf(ad);
        return (
          style && (
            <button
              key={ad.board_id}
              type="button"
              tabIndex={-1}
              className={styles.ad}
              data-chosen={ad.board_id === chosen || undefined}
              style={style}
              onClick={() => onChoose(ad.board_id)}
            >
              {priceText({ roubles: ad.board_price, kind: ad.board_kind, period: ad.board_price_period })}
            </button>
          )
        );
      })}
    </div>
  );
}
