import { useText } from '../../../../platform/i18n.tsx';
import type { AdFilters } from './ad-filters.ts';

type Around = Pick<AdFilters, 'radius' | 'district'>;

interface PlaceNames {
  /** «Казань + 25 км», for chips. */
  short: (place: string, around: Around) => string;
  /** «Казань и 25 км вокруг», within a sentence. */
  full: (place: string, around: Around) => string;
}

/** «Казань, Вахитовский район». */
export const withDistrict = (place: string, district: string): string =>
  district === '' ? place : `${place}, ${district}`;

export function usePlaceName(): PlaceNames {
  const t = useText();
  return {
    short: (place, { radius: km, district }) =>
      km === null ? withDistrict(place, district) : t('ads.filter.placeAround', { place, km }),
    full: (place, { radius: km, district }) =>
      km === null ? withDistrict(place, district) : t('ads.list.around', { place, km }),
  };
}
