import { IconAdjustmentsHorizontal, IconSearch, IconSelector, IconX } from 'virtual:icons';
import type { AdFacets } from '@app/contract/market/ad-search';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { AD_FRESH_DAYS, AD_KINDS, AD_RADII_KM } from '#contract/market/ads';
import { formatNumber } from '../../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../../platform/i18n.tsx';
import { button, iconButton } from '../../../../ui/button.ts';
import { Cached } from '../../../../ui/cached.tsx';
import { findInvalidField, focusInvalidField } from '../../../../ui/form/find-invalid-field.ts';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import { type Option, optionsHtml } from '../options-html.ts';
import { type AdFilters, chosenCount, listHref, narrowedCount, parseFilters, withPlaceText } from './ad-filters.ts';
import styles from './filter-bar.module.css';
import { type ChosenPlace, PlaceField } from './place-field.tsx';
import { RangeInputs, type RangeInputsProps } from './range-inputs.tsx';
import { withDistrict } from './use-place-name.ts';

const SuggestBox = lazy(() => import('../suggest-box.tsx').then(({ SuggestBox }) => ({ default: SuggestBox })));
const PriceRange = lazy(() => import('./price-range.tsx').then(({ PriceRange }) => ({ default: PriceRange })));
const FilterExtras = lazy(() => import('./filter-extras.tsx').then(({ FilterExtras }) => ({ default: FilterExtras })));

const MORE_ID = 'ad-filters';
/** Fields outside the form refer to this id by their `form` attribute. */
export const FILTER_FORM_ID = 'ad-search';

interface FilterBarProps {
  filters: AdFilters;
  categories: readonly Option[];
  /** Name of the chosen city or country. */
  placeName: string;
  /** Whether the viewer is signed in and so has a circle. */
  hasCircle?: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface ChoiceProps {
  name: 'category' | 'days' | 'kind' | 'radius';
  value: Option['id'] | null;
  any: string;
  options: readonly Option[];
  onChange?: (value: string) => void;
}

function Segment({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.segment}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
    </div>
  );
}

function Choice({ name, value, any, options, onChange }: ChoiceProps) {
  const t = useText();
  const id = useId();
  return (
    <Segment id={id} label={t(`ads.filter.${name}`)}>
      <select
        id={id}
        name={name}
        className={styles.select}
        {...(onChange
          ? { value: value ?? '', onChange: (event) => onChange(event.target.value) }
          : { defaultValue: value ?? '' })}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: names are escaped; hundreds of elements would cost half of the page's rendering
        dangerouslySetInnerHTML={{ __html: optionsHtml(any, options, value) }}
      />
      <IconSelector size={18} stroke={ICON_STROKE} className={styles.arrow} aria-hidden="true" />
    </Segment>
  );
}

function toId(value: string): number | null {
  return value === '' ? null : Number(value);
}

function SearchField({ filters }: { filters: AdFilters }) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setIsTyping] = useState(false);

  useEffect(() => {
    // The user may have focused the field before hydration.
    if (document.activeElement === input.current) setIsTyping(true);
    const jump = (event: KeyboardEvent): void => {
      const isBusy =
        event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]');
      if (event.key !== '/' || isBusy || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, []);

  return (
    <div className={`${styles.segment} ${styles.what}`}>
      <IconSearch size={20} stroke={ICON_STROKE} className={styles.glass} aria-hidden="true" />
      <label htmlFor={id} className={styles.label}>
        {t('ads.filter.what')}
      </label>
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        name="search"
        enterKeyHint="search"
        maxLength={200}
        defaultValue={filters.search}
        placeholder={t('ads.filter.example')}
        onFocus={() => setIsTyping(true)}
      />
      <Suspense>{isTyping && <SuggestBox input={input} filters={filters} />}</Suspense>
    </div>
  );
}

interface PriceFieldsProps {
  filters: AdFilters;
  facets: AdFacets | null;
  isTouched: boolean;
}

function PriceFields({ filters, facets, isTouched }: PriceFieldsProps) {
  const t = useText();
  const lang = useLanguage();
  const id = useId();
  const hint = (price: number | null | undefined): string => (price == null ? '' : formatNumber(lang, price));
  const range: RangeInputsProps = {
    id,
    className: styles.input,
    name: 'price',
    inputMode: 'numeric',
    from: filters.priceFrom,
    to: filters.priceTo,
    labels: { from: t('ads.filter.priceFrom'), to: t('ads.filter.priceTo') },
    hints: { from: hint(facets?.price_from), to: hint(facets?.price_to) },
  };
  const plain = (
    <span className={styles.pair}>
      <RangeInputs {...range} />
    </span>
  );
  return (
    <Segment id={id} label={t('ads.filter.price')}>
      {isTouched ? (
        <Suspense fallback={plain}>
          <PriceRange {...range} />
        </Suspense>
      ) : (
        plain
      )}
    </Segment>
  );
}

/** Options with the number of ads each would leave; without counts the names alone. */
function counted(
  options: readonly Option[],
  counts: readonly { id: Option['id']; count: number }[] | undefined,
): readonly Option[] {
  if (counts === undefined) return options;
  const known = new Map(counts.map(({ id, count }) => [id, count]));
  return options.map((option) => {
    const count = known.get(option.id);
    return count === undefined ? option : { ...option, name: `${option.name} · ${count}` };
  });
}

interface FieldsProps {
  filters: AdFilters;
  facets: AdFacets | null;
  categories: readonly Option[];
  category: number | null;
  onCategory: (category: number | null) => void;
  place: ChosenPlace;
  onPlace: (place: ChosenPlace) => void;
  isTouched: boolean;
  hasCircle: boolean;
  children: ReactNode;
}

function Fields({ filters, facets, categories, category, place, isTouched, hasCircle, children, ...on }: FieldsProps) {
  const t = useText();
  return (
    <div className={styles.fields}>
      <Choice
        name="category"
        value={category}
        any={t('ads.filter.anyCategory')}
        options={counted(categories, facets?.categories)}
        onChange={(value) => on.onCategory(toId(value))}
      />
      <PlaceField place={place} hasDistricts onChange={on.onPlace} />
      {place.city !== null && !place.district && (
        <Choice
          key={`${place.city} ${place.radius}`}
          name="radius"
          value={place.radius === undefined ? filters.radius : place.radius}
          any={t('ads.filter.noRadius')}
          options={AD_RADII_KM.map((km) => ({ id: km, name: t('ads.filter.radiusOf', { km }) }))}
        />
      )}
      <div className={styles.extra}>
        <Choice
          name="kind"
          value={filters.kind}
          any={t('ads.filter.anyKind')}
          options={counted(
            AD_KINDS.map((kind) => ({ id: kind, name: t(`ads.kind.${kind}`) })),
            facets?.kinds.map(({ kind, count }) => ({ id: kind, count })),
          )}
        />
        <PriceFields filters={filters} facets={facets} isTouched={isTouched} />
        <Choice
          name="days"
          value={filters.days}
          any={t('ads.filter.anyDay')}
          options={AD_FRESH_DAYS.map((days) => ({ id: days, name: t('ads.filter.daysOf', { days }) }))}
        />
        <label className={styles.check}>
          <input type="checkbox" name="photo" value="1" defaultChecked={filters.photo} />
          <span>{t('ads.filter.photo')}</span>
          {facets && <span className="dim">{facets.with_photo}</span>}
        </label>
        {hasCircle && (
          <div className={styles.people}>
            <label className={styles.check}>
              <input type="checkbox" name="circle" value="1" defaultChecked={filters.circle} />
              <span>{t('ads.filter.circle')}</span>
            </label>
            <label className={styles.check}>
              <input type="checkbox" name="friends_of_friends" value="1" defaultChecked={filters.friendsOfFriends} />
              <span>{t('ads.filter.friendsOfFriends')}</span>
            </label>
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

/**
 * Filters of the list. A plain GET form: without scripts the browser submits it, and the server finds the place that
 * was typed. On phones everything but the search field is in a drawer; on wide screens further filters are in a
 * second row. Counts, attributes and suggestions are loaded on first interaction.
 *
 * Give the component a `key` made of the filters, so that a list reached by a link shows its own choices.
 */
export function FilterBar(props: FilterBarProps) {
  const { filters, categories, placeName, hasCircle = false, isOpen, onOpenChange } = props;
  const t = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const [isTouched, setIsTouched] = useState(isOpen);
  const [facets, setFacets] = useState<AdFacets | null>(null);
  const [category, setCategory] = useState(filters.category);
  const [place, setPlace] = useState<ChosenPlace>({
    country: filters.country,
    city: filters.city,
    district: filters.district,
    name: withDistrict(placeName, filters.district),
  });
  const chosen = chosenCount(filters);
  const narrowed = narrowedCount(filters);
  const touch = (): void => setIsTouched(true);
  const currentAttributes = category === filters.category && filters.attributes !== '' && (
    <input type="hidden" name="attributes" value={filters.attributes} />
  );

  function showInvalidField(field: HTMLElement): void {
    flushSync(() => onOpenChange(true));
    // On phones the fields are in the drawer.
    if (!field.checkVisibility()) drawer.current?.showPopover();
    focusInvalidField(field);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const invalid = findInvalidField(event.currentTarget);
    if (invalid) {
      showInvalidField(invalid);
      return;
    }
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const href = listHref(parseFilters(new URLSearchParams(entries)));
    const isFound = place.name.trim() === '' || (place.city ?? place.country) !== null;
    void navigate(isFound ? href : withPlaceText(href, place.name));
  }

  function choosePlace(next: ChosenPlace): void {
    flushSync(() => setPlace(next));
    // Hidden fields tell of no change themselves; the counts follow it.
    form.current?.dispatchEvent(new Event('input'));
  }

  return (
    <Cached
      as="form"
      name="ad filters"
      by={[filters, categories, placeName, hasCircle, isOpen]}
      ref={form}
      id={FILTER_FORM_ID}
      role="search"
      noValidate
      aria-label={t('ads.filter.label')}
      action="/"
      className={styles.filter}
      onSubmit={submit}
      onFocus={touch}
      onPointerEnter={touch}
    >
      {filters.map && <input type="hidden" name="view" value="map" />}
      <SearchField filters={filters} />
      <button
        type="button"
        className={styles.open}
        popoverTarget={MORE_ID}
        aria-label={t('ads.filter.open', { count: chosen })}
      >
        <IconAdjustmentsHorizontal size={22} stroke={ICON_STROKE} aria-hidden="true" />
        {chosen > 0 && <span className={styles.badge}>{chosen}</span>}
      </button>
      <div ref={drawer} id={MORE_ID} popover="auto" className={styles.more}>
        <div className={styles.drawerHead}>
          <h2>{t('ads.filter.title')}</h2>
          <button
            type="button"
            className={iconButton}
            popoverTarget={MORE_ID}
            popoverTargetAction="hide"
            aria-label={t('frame.close')}
          >
            <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </div>
        <Fields
          {...{ filters, facets, categories, category, place, isTouched, hasCircle }}
          onCategory={setCategory}
          onPlace={choosePlace}
        >
          {isTouched ? (
            <Suspense fallback={currentAttributes}>
              <FilterExtras form={form} filters={filters} category={category} onFacets={setFacets} />
            </Suspense>
          ) : (
            currentAttributes
          )}
        </Fields>
        <button type="submit" className={`${button('light')} ${styles.show}`}>
          {facets && facets.bounded === 0 ? t('ads.filter.showCount', { count: facets.total }) : t('ads.filter.show')}
        </button>
      </div>
      <details className={styles.toggle} open={isOpen} onToggle={(event) => onOpenChange(event.currentTarget.open)}>
        <summary>
          <IconAdjustmentsHorizontal size={20} stroke={ICON_STROKE} aria-hidden="true" />
          <span>{t('ads.filter.title')}</span>
          {narrowed > 0 && <span className={styles.badge}>{narrowed}</span>}
        </summary>
      </details>
      <button type="submit" className={`${button('primary')} ${styles.submit}`}>
        <IconSearch size={20} stroke={2} aria-hidden="true" />
        {t('ads.filter.submit')}
      </button>
    </Cached>
  );
}
