import type { AdFacets } from '@app/contract/market/ad-search';
import { type AttributeFilters, parseAttributeFilters } from '@app/contract/reference/attribute-filters';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { adSearchApi } from '#contract/market/ad-search';
import { attributesApi } from '#contract/reference/attributes';
import { call } from '../../../../platform/call.ts';
import { useText } from '../../../../platform/i18n.tsx';
import chipStyles from '../../../../ui/form/choice-chip.module.css';
import { useDrawer } from '../use-drawer.ts';
import { type AdFilters, parseFilters, toSearchQuery } from './ad-filters.ts';
import styles from './filter-extras.module.css';
import { RangeInputs } from './range-inputs.tsx';

const PAUSE_MS = 250;

interface FilterExtrasProps {
  form: RefObject<HTMLFormElement | null>;
  filters: AdFilters;
  category: number | null;
  onFacets: (facets: AdFacets) => void;
}

function draftOf(form: HTMLFormElement): AdFilters {
  return parseFilters(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])));
}

/** Options of an open select must not change, so new counts are applied when it closes. */
function whenListsAreClosed(form: HTMLFormElement, apply: () => void): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLSelectElement && focused.form === form)
    focused.addEventListener('blur', apply, { once: true });
  else apply();
}

/** Loads counts for every choice while the form changes. If that fails, the choices are shown without counts. */
function useFacets(form: RefObject<HTMLFormElement | null>, fields: unknown, onFacets: (facets: AdFacets) => void) {
  const [facets, setFacets] = useState<AdFacets | null>(null);
  const show = useEffectEvent((next: AdFacets) => {
    setFacets(next);
    onFacets(next);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields in the form ask for other counts
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    let asking = new AbortController();
    const load = (): void => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      call(adSearchApi.facets, { query: toSearchQuery(draftOf(element)), signal }).then(
        (next) => whenListsAreClosed(element, () => !signal.aborted && show(next)),
        () => {},
      );
    };
    const loadSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(load, PAUSE_MS);
    };
    load();
    element.addEventListener('input', loadSoon);
    return () => {
      element.removeEventListener('input', loadSoon);
      clearTimeout(timer);
      asking.abort();
    };
  }, [form, fields]);

  return facets;
}

interface Known {
  category: number;
  list: CategoryAttribute[];
  isFailed: boolean;
}

/** The last result, so that returning to the list shows the fields at once and the ads do not move. */
let lastKnown: Known | null = null;

function useAttributes(category: number | null) {
  const [known, setKnown] = useState(lastKnown);
  useEffect(() => {
    if (category === null) return;
    const asking = new AbortController();
    call(attributesApi.list, { query: { category }, signal: asking.signal }).then(
      ({ attributes }) => {
        const list = attributes.filter(({ searchable, kind }) => searchable === 1 && kind !== 'text');
        lastKnown = { category, list, isFailed: false };
        setKnown(lastKnown);
      },
      () => !asking.signal.aborted && setKnown({ category, list: [], isFailed: true }),
    );
    return () => asking.abort();
  }, [category]);
  return known?.category === category ? known : null;
}

/** Attributes of some kinds only are offered once one of these kinds is wanted. */
function isOffered({ for_choices }: CategoryAttribute, wanted: AttributeFilters): boolean {
  if (for_choices === undefined) return true;
  return [...wanted.values()].some(
    (filter) => 'choices' in filter && filter.choices.some((choice) => for_choices.includes(choice)),
  );
}

interface AttributeProps {
  attribute: CategoryAttribute;
  wanted: AttributeFilters;
}

function Range({ attribute: { id, name, unit }, wanted }: AttributeProps) {
  const t = useText('ad-filters');
  const legend = unit === '' ? name : `${name}, ${unit}`;
  const range = wanted.get(id);
  const ends = range && 'from' in range ? range : { from: null, to: null };
  const labels = {
    from: t('ad-filters.attributes.from', { name: legend }),
    to: t('ad-filters.attributes.to', { name: legend }),
  };
  return (
    <fieldset className={styles.range}>
      <legend>{legend}</legend>
      <span>
        <RangeInputs name={`a${id}`} inputMode="decimal" {...ends} labels={labels} />
      </span>
    </fieldset>
  );
}

function Choices({ attribute, wanted, facets }: AttributeProps & { facets: AdFacets | null }) {
  const filter = wanted.get(attribute.id);
  const chosen = filter && 'choices' in filter ? filter.choices : [];
  const counts = facets?.attributes.find(({ id }) => id === attribute.id)?.choices;
  return (
    <fieldset className={styles.choices}>
      <legend>{attribute.name}</legend>
      <div>
        {attribute.choices.map(({ id, name }) => (
          <label key={id} className={chipStyles.chip}>
            <input type="checkbox" name={`a${attribute.id}`} value={id} defaultChecked={chosen.includes(id)} />
            <span>{name}</span>
            {/* Space for the count is reserved, so that rows do not move when it arrives. */}
            <span className={styles.tally}>{counts && (counts.find((entry) => entry.id === id)?.count ?? 0)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Filters that need scripts: attributes of the category, counts, and the drawer's dialog behavior. */
export function FilterExtras({ form, filters, category, onFacets }: FilterExtrasProps) {
  const t = useText('ad-filters');
  const attributes = useAttributes(category);
  const facets = useFacets(form, attributes, onFacets);
  useDrawer(form);
  const attributesText = category === filters.category ? filters.attributes : '';
  if (attributes === null || attributes.isFailed) {
    return (
      <>
        {attributesText !== '' && <input type="hidden" name="attributes" value={attributesText} />}
        {attributes?.isFailed && <p className={styles.failed}>{t('ad-filters.attributes.failed')}</p>}
      </>
    );
  }
  if (attributes.list.length === 0) return null;
  const wanted = parseAttributeFilters(attributesText);
  return (
    <div key={category} className={styles.attributes}>
      {attributes.list
        .filter((attribute) => isOffered(attribute, wanted))
        .map((attribute) =>
          attribute.kind === 'choice' ? (
            <Choices key={attribute.id} attribute={attribute} wanted={wanted} facets={facets} />
          ) : (
            <Range key={attribute.id} attribute={attribute} wanted={wanted} />
          ),
        )}
    </div>
  );
}
