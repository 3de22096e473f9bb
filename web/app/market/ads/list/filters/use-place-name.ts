import { useText } from '../../../../platform/i18n.tsx';

interface PlaceNames {
  /** «Казань + 25 км», for chips. */
  short: (place: string, radius: number | null) => string;
  /** «Казань и 25 км вокруг», within a sentence. */
  full: (place: string, radius: number | null) => string;
}

export function usePlaceName(): PlaceNames {
  const t = useText();
  return {
    short: (place, km) => (km === null ? place : t('ads.filter.placeAround', { place, km })),
    full: (place, km) => (km === null ? place : t('ads.list.around', { place, km })),
  };
}
