import { useLayoutEffect, useState } from 'react';
import { AD_RADIUS_USUAL_KM } from '#contract/market/ads';
import type { AdFilters } from './filters/ad-filters.ts';
import type { OwnPlace } from './filters/own-place.ts';
import {
  declinePlace,
  isPlaceDeclined,
  type NamedPlace,
  PLACE_ATTRIBUTE,
  readRememberedPlace,
  rememberPlace,
} from './filters/remembered-place.ts';

function ownAround({ place: { kind, id, country_id, name } }: OwnPlace): NamedPlace {
  const isCity = kind === 'city';
  return {
    name,
    country: country_id,
    city: isCity ? id : null,
    radius: isCity ? AD_RADIUS_USUAL_KM : null,
    district: '',
  };
}

/**
 * The place to propose above a list of everywhere: that of the profile, which the server knows, otherwise the last one
 * of this browser. It is proposed and not applied, because pages of guests come out of a cache and are the same for all.
 */
export function usePlaceHint(filters: AdFilters, name: string | undefined, own: OwnPlace | null) {
  const { country, city, radius, district } = filters;
  const isAnywhere = country === null && city === null;
  // The server knows the own place, and the page keeps room for the other one.
  const [known, setKnown] = useState(own && ownAround(own));

  useLayoutEffect(() => {
    document.documentElement.removeAttribute(PLACE_ATTRIBUTE);
    if (!isAnywhere) {
      if (name !== undefined) rememberPlace({ name, country, city, radius, district });
      return;
    }
    setKnown(isPlaceDeclined() ? null : own ? ownAround(own) : readRememberedPlace());
  }, [isAnywhere, name, country, city, radius, district, own]);

  function decline(): void {
    declinePlace();
    setKnown(null);
  }

  return { hint: isAnywhere ? known : null, decline };
}
