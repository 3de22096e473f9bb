import { IconCurrentLocation, IconHistory, IconMapPin, IconUser } from 'virtual:icons';
import type { Place } from '@app/contract/reference/places';
import { type RefObject, useState } from 'react';
import { CITY_MAKERS } from '../../../../people/city-makers.ts';
import { useText } from '../../../../platform/i18n.tsx';
import { PlaceCombobox, type PlaceRow } from '../../../../reference/place-combobox.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { findHere, findOwnPlace, type OwnPlace } from './own-place.ts';
import styles from './place-field.module.css';
import type { ChosenPlace } from './place-field.tsx';
import { type NamedPlace, readRememberedPlace } from './remembered-place.ts';
import { withDistrict } from './use-place-name.ts';

interface PlaceBoxProps {
  /** The text field of a form that works without scripts. */
  input: RefObject<HTMLInputElement | null>;
  place: ChosenPlace;
  hasDistricts: boolean;
  onChoose: (place: ChosenPlace) => void;
  /** Called on leaving a text that names no place. */
  onUnknown: () => void;
}

function chosenOf({ kind, id, name, city_name = '', country_id: country }: Place): ChosenPlace {
  if (kind !== 'district') return { country, city: kind === 'city' ? id : null, name };
  return { country, city: id, district: name, radius: null, name: withDistrict(city_name, name) };
}

const keyOf = ({ country, city, district = '' }: ChosenPlace): string => `${country} ${city} ${district}`;

const OWN_ICONS = { profile: IconUser, address: IconMapPin } as const;

function rememberedOf(place: NamedPlace | null, hasDistricts: boolean): ChosenPlace | null {
  if (place === null || place.district === '' || !hasDistricts) return place && { ...place, district: '' };
  return { ...place, name: withDistrict(place.name, place.district) };
}

/** What is proposed before anything is typed. */
function useProposals(own: OwnPlace | null, { hasDistricts, onChoose }: PlaceBoxProps): PlaceRow[] {
  const t = useText('ad-filters');
  const remembered = rememberedOf(readRememberedPlace(), hasDistricts);
  const rows: PlaceRow[] = [];
  const offer = (place: ChosenPlace, hint: string, Icon: PlaceRow['Icon']): void => {
    rows.push({ key: keyOf(place), name: place.name, hint, Icon, onTake: () => onChoose(place) });
  };
  const takeHere = (): Promise<void> =>
    findHere().then(
      (here) => (here === null ? toast.error(t('ad-filters.place.nowhere')) : onChoose(chosenOf(here))),
      () => toast.error(t('ad-filters.place.failed')),
    );
  if ('geolocation' in navigator)
    rows.push({
      key: 'here',
      name: t('ad-filters.place.here'),
      hint: '',
      Icon: IconCurrentLocation,
      onTake: () => void takeHere(),
    });
  const ownPlace = own && chosenOf(own.place);
  if (own && ownPlace) offer(ownPlace, t(`ad-filters.place.${own.source}`), OWN_ICONS[own.source]);
  if (remembered && keyOf(remembered) !== (ownPlace && keyOf(ownPlace)))
    offer(remembered, t('ad-filters.place.remembered'), IconHistory);
  return rows;
}

/** The maker of the table that led from an address to a city, as its licence asks. */
function Credit({ maker }: { maker: keyof typeof CITY_MAKERS }) {
  const t = useText('ad-filters');
  const { name, url } = CITY_MAKERS[maker];
  return (
    <a href={url} className={styles.credit} target="_blank" rel="noopener noreferrer">
      {t('ad-filters.place.credit', { maker: name })}
    </a>
  );
}

/** Suggests where to search; before anything is typed, the places that the viewer probably means. */
export function PlaceBox(props: PlaceBoxProps) {
  const { input, place, hasDistricts, onChoose, onUnknown } = props;
  const t = useText('ad-filters');
  const [own, setOwn] = useState<OwnPlace | null>(null);
  const proposals = useProposals(own, props);
  return (
    <PlaceCombobox
      input={input}
      className={styles.box}
      label={t('ad-filters.place')}
      nothingText={t('ads.filter.whereUnknown')}
      near={place.city ?? readRememberedPlace()?.city ?? null}
      hasDistricts={hasDistricts}
      proposals={proposals}
      isTyped={(place.city ?? place.country) === null && place.name !== ''}
      leaving="first"
      onOpen={() => void findOwnPlace().then(setOwn, () => {})}
      onChoose={(found) => onChoose(chosenOf(found))}
      onUnknown={onUnknown}
      foot={own?.maker && <Credit maker={own.maker} />}
    />
  );
}
