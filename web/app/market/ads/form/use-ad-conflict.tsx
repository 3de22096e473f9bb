import type { AdPhoto, Board } from '@app/contract/market/ads';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { useRef, useState } from 'react';
import { AD_CIRCLE_FIRST_HOURS, AD_PHOTOS_MAX } from '#contract/market/ads';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../../../platform/call.ts';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { type FormPhoto, mergePhotos } from '../page/ad-photo-list.ts';
import { usePriceText } from '../use-price-text.ts';
import { type ConflictGroup, findConflicts, mergeFields } from './ad-conflict.ts';
import { AdConflictDialog, type ConflictRow } from './ad-conflict-dialog.tsx';
import { formatAttributeValue } from './attribute-values.ts';
import { type AdFields, fieldsOf } from './draft/ad-draft.ts';

export interface AdEditing {
  load: () => Promise<Board>;
  accept: (ad: Board) => void;
}

interface UseAdConflict {
  initial: AdFields;
  stored: readonly AdPhoto[];
  attributes: readonly CategoryAttribute[];
  categories: readonly { id: number; name: string }[] | null;
  editing: AdEditing | undefined;
  onResolved: (fields: AdFields, photos: FormPhoto[]) => void;
}

interface Conflict {
  theirs: Board;
  mine: AdFields;
  photos: readonly FormPhoto[];
  rows: readonly ConflictRow[];
  hasPhotoChanges: boolean;
}

const idsOf = (photos: readonly { id: number }[]): string => photos.map(({ id }) => id).join();
const join = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');

async function findCityName(city: string, theirs: Board): Promise<string> {
  if (city === '') return '';
  if (String(theirs.city?.id) === city) return theirs.city?.name ?? '';
  return call(referenceApi.getCity, { params: { id: Number(city) } }).then(
    ({ name }) => name,
    () => '',
  );
}

function useDescription({ attributes, categories }: Pick<UseAdConflict, 'attributes' | 'categories'>) {
  const t = useText('ad-form');
  const priceText = usePriceText();
  return async (group: ConflictGroup, mine: AdFields, theirs: Board): Promise<[string, string]> => {
    const kind = ({ board_kind, board_swap_for, board_return_on }: AdFields): string =>
      join([t(`ads.kind.${board_kind}`), board_swap_for, board_return_on && formatDate(board_return_on)]);
    const price = ({ board_price, board_kind, board_price_period }: AdFields): string =>
      priceText({
        roubles: Number(board_price),
        kind: board_kind,
        ...(board_kind === 'rent' && { period: board_price_period }),
      });
    const state = (isOn: boolean): string => t(isOn ? 'ad-form.conflict.on' : 'ad-form.conflict.off');
    const audience = (value: AdFields['audience']): string =>
      t(`ad-form.audience.${value}`, { hours: AD_CIRCLE_FIRST_HOURS });
    switch (group) {
      case 'board_title':
      case 'board_description':
        return [mine[group], theirs[group]];
      case 'board_price':
        return [price(mine), price(fieldsOf(theirs))];
      case 'board_kind':
        return [kind(mine), kind(fieldsOf(theirs))];
      case 'category': {
        const values = attributes.map((attribute) => {
          const text = formatAttributeValue(attribute, mine.board_attributes[attribute.id] ?? '');
          return text && `${attribute.name}: ${text}`;
        });
        const other = theirs.board_attributes.map(({ name, text, unit }) => `${name}: ${text} ${unit}`.trim());
        const name = categories?.find(({ id }) => String(id) === mine.category)?.name;
        return [join([name, ...values]), join([theirs.category?.name, ...other])];
      }
      case 'place': {
        const city = await findCityName(mine.city, theirs);
        return [join([city, mine.board_district]), join([theirs.city?.name, theirs.board_district])];
      }
      case 'board_comments_by':
        return [t(`ad-form.commenters.${mine[group]}`), t(`ad-form.commenters.${theirs[group]}`)];
      case 'audience':
        return [audience(mine.audience), audience(fieldsOf(theirs).audience)];
      case 'board_enabled':
        return [state(mine.board_enabled), state(theirs.board_enabled === 1)];
    }
  };
}

/** Handles an ad that was changed elsewhere during editing: shows the differences, and nothing typed is lost. */
export function useAdConflict({ initial, stored, attributes, categories, editing, onResolved }: UseAdConflict) {
  const t = useText('ad-form');
  const describe = useDescription({ attributes, categories });
  const base = useRef({ fields: initial, photos: stored });
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function resolve({ theirs, mine, photos }: Conflict, choices: Parameters<typeof mergeFields>[2]): void {
    const merged = mergePhotos(base.current.photos, photos, theirs.board_photos, AD_PHOTOS_MAX);
    editing?.accept(theirs);
    base.current = { fields: fieldsOf(theirs), photos: theirs.board_photos };
    setConflict(null);
    onResolved(mergeFields(mine, theirs, choices), merged);
  }

  async function compare(mine: AdFields, photos: readonly FormPhoto[], theirs: Board): Promise<void> {
    const found = findConflicts(base.current.fields, mine, fieldsOf(theirs), attributes);
    const rows = await Promise.all(
      found.map(async (one): Promise<ConflictRow> => {
        const [here, there] = await describe(one.group, mine, theirs);
        return { ...one, mine: here, theirs: there };
      }),
    );
    const hasPhotoChanges = idsOf(base.current.photos) !== idsOf(theirs.board_photos);
    const next = { theirs, mine, photos, rows, hasPhotoChanges };
    // Nothing conflicts: the response to an own save was lost, or the change concerns fields outside this form.
    if (rows.length === 0 && !hasPhotoChanges) resolve(next, {});
    else setConflict(next);
  }

  return {
    /** Returns false when the form does not edit a published ad. */
    open(mine: AdFields, photos: readonly FormPhoto[]): boolean {
      editing?.load().then(
        (theirs) => compare(mine, photos, theirs),
        () => toast.error(t('frame.error.generic')),
      );
      return editing !== undefined;
    },
    dialog: conflict && (
      <AdConflictDialog
        rows={conflict.rows}
        hasPhotoChanges={conflict.hasPhotoChanges}
        onSave={(choices) => resolve(conflict, choices)}
        onBack={() => setConflict(null)}
      />
    ),
  };
}
