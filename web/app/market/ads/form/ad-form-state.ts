import { AD_PHOTOS_MAX, PRICED_AD_KINDS } from '#contract/market/ads';
import type { Step } from '../../../platform/state-machine.ts';
import { sumProblem } from '../../../ui/form/use-money-input.ts';
import { type FormPhoto, movePhoto } from '../page/ad-photo-list.ts';
import { attributeField } from './attribute-values.ts';
import type { AdFields } from './draft/ad-draft.ts';
import { type PhotoRefusal, pickPhotos, refusalOfRaw } from './pick-photos.ts';

export type Errors = Readonly<Record<string, string | undefined>>;

export interface AdFormState {
  fields: AdFields;
  errors: Errors;
  photos: readonly FormPhoto[];
  refused: readonly PhotoRefusal[];
  preparing: number;
  /** Place of the photo that was moved last, counted from 1. */
  movedTo: number | null;
  /** The fields that the server refused: sent once more, they would be refused again. */
  refusedFields: AdFields | null;
}

export type AdFormEvent =
  | { type: 'edited'; part: Partial<AdFields> }
  /** The user wants to publish; `mistakes` are those that the form has found. */
  | { type: 'submitted'; mistakes: Errors }
  | { type: 'refused'; errors: Errors }
  /** Files were chosen; `replaced` is the key of the photo whose place the file takes. */
  | { type: 'picked'; files: readonly File[]; replaced?: string | undefined }
  | { type: 'opened'; photos: readonly FormPhoto[]; replaced: string | undefined }
  /** `photo` is null when this browser cannot decode the file. */
  | { type: 'converted'; file: File; photo: FormPhoto | null; replaced: string | undefined }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; to: number }
  /** Saving reports progress and photos that are stored now. */
  | { type: 'saving'; update: (photos: readonly FormPhoto[]) => FormPhoto[] }
  | { type: 'merged'; fields: AdFields; photos: readonly FormPhoto[] };

export type AdFormEffect =
  /** Makes photos of the files and reports them; with `isRaw` converts each one first. */
  | { type: 'open'; files: readonly File[]; isRaw: boolean; replaced: string | undefined }
  | { type: 'changed' }
  /** Sends the ad; only a form without errors gets this far. */
  | { type: 'send' }
  | { type: 'showErrors' };

type AdFormStep = Step<AdFormState, AdFormEffect>;

export const roomOf = ({ photos, preparing }: AdFormState): number => AD_PHOTOS_MAX - photos.length - preparing;

function isTouched(field: string, { board_attributes: before }: AdFields, part: Partial<AdFields>): boolean {
  const changed = Object.entries(part.board_attributes ?? {}).filter(([id, value]) => value !== before[id]);
  return field in part || changed.some(([id]) => attributeField(Number(id)) === field);
}

function edit(state: AdFormState, part: Partial<AdFields>): AdFormStep {
  const errors = Object.entries(state.errors).filter(([field]) => !isTouched(field, state.fields, part));
  const fields = { ...state.fields, ...part };
  return {
    state: { ...state, fields, errors: Object.fromEntries(errors), refused: [] },
    effects: [{ type: 'changed' }],
  };
}

const isShown = (field: string, fields: AdFields): boolean => field in fields || field.startsWith(attributeField(''));

/** A price that was typed before the ad became one without a price is not sent. */
const isPriceWrong = ({ board_kind, board_price }: AdFields): boolean =>
  PRICED_AD_KINDS.includes(board_kind) && sumProblem(board_price) !== null;

/** The server may answer otherwise to changed fields; photos are sent again as they are. */
function submit(state: AdFormState, mistakes: Errors): AdFormStep {
  const { fields, refusedFields } = state;
  const standing =
    fields === refusedFields ? Object.entries(state.errors).filter(([name]) => isShown(name, fields)) : [];
  const errors = { ...Object.fromEntries(standing), ...mistakes };
  const isWrong = Object.values(errors).some(Boolean) || isPriceWrong(fields);
  return {
    state: { ...state, errors, refused: isWrong ? state.refused : [] },
    effects: [{ type: isWrong ? 'showErrors' : 'send' }],
  };
}

function setPhotos(state: AdFormState, photos: readonly FormPhoto[]): AdFormStep {
  const { photos: _, ...errors } = state.errors;
  return { state: { ...state, photos, errors }, effects: [{ type: 'changed' }] };
}

function pick(state: AdFormState, files: readonly File[], replaced: string | undefined): AdFormStep {
  const { accepted, raw, refused } = pickPhotos(files, replaced ? 1 : roomOf(state), AD_PHOTOS_MAX);
  return {
    state: { ...state, refused, preparing: state.preparing + raw.length },
    effects: [
      { type: 'open' as const, files: accepted, isRaw: false, replaced },
      { type: 'open' as const, files: raw, isRaw: true, replaced },
    ].filter((effect) => effect.files.length > 0),
  };
}

function place(state: AdFormState, photos: readonly FormPhoto[], replaced: string | undefined): AdFormStep {
  const [first] = photos;
  if (replaced === undefined) return setPhotos(state, [...state.photos, ...photos].slice(0, AD_PHOTOS_MAX));
  const replace = (old: FormPhoto): FormPhoto =>
    first && old.key === replaced ? { ...first, ...(old.id !== undefined && { id: old.id }) } : old;
  return setPhotos(state, state.photos.map(replace));
}

/** The state of the ad's form after an event, and what its runner has to do. */
export function reduceAdForm(state: AdFormState, event: AdFormEvent): AdFormStep {
  switch (event.type) {
    case 'edited':
      return edit(state, event.part);
    case 'submitted':
      return submit(state, event.mistakes);
    case 'refused':
      return {
        state: { ...state, errors: event.errors, refusedFields: state.fields },
        effects: [{ type: 'showErrors' }],
      };
    case 'picked':
      return pick(state, event.files, event.replaced);
    case 'opened':
      return place(state, event.photos, event.replaced);
    case 'converted': {
      const next = { ...state, preparing: state.preparing - 1 };
      if (event.photo) return place(next, [event.photo], event.replaced);
      return { state: { ...next, refused: [...state.refused, refusalOfRaw(event.file)] }, effects: [] };
    }
    case 'removed': {
      const left = state.photos.filter(({ key }) => key !== event.key);
      return setPhotos({ ...state, refused: [] }, left);
    }
    case 'moved': {
      const photos = movePhoto(state.photos, event.key, event.to);
      const movedTo = photos.findIndex(({ key }) => key === event.key) + 1;
      return setPhotos({ ...state, movedTo, refused: [] }, photos);
    }
    case 'saving':
      return { state: { ...state, photos: event.update(state.photos) }, effects: [] };
    case 'merged':
      return { state: { ...state, fields: event.fields, photos: event.photos }, effects: [] };
  }
}
