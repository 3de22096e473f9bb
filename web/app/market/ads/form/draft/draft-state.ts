import type { UnfinishedAd } from '@app/contract/market/ad-owner';
import type { Step } from '../../../../platform/state-machine.ts';
import { type AdFields, fromDraft, isBlank, type LocalDraft, toDraft, withPlaceOf } from './ad-draft.ts';

/** `still`: nothing new; `saving`: being sent; `saved`: on the server; `local`: on this device only. */
export type DraftStatus = 'still' | 'saving' | 'saved' | 'local';

/** The server's draft; `changed` is the time of its last change. */
export interface StoredDraft {
  draft: UnfinishedAd | null;
  changed: string | null;
}

export interface OtherDraft {
  fields: AdFields;
  changed: string;
}

export interface DraftState {
  /** Initial state of the form; a new `round` resets the form. */
  start: { fields: AdFields; round: number; isRestored: boolean };
  empty: AdFields;
  latest: AdFields;
  status: DraftStatus;
  /** Another device changed the draft, which is never overwritten without asking. */
  conflict: OtherDraft | null;
  /** Change time of the server's draft on which this one is based. */
  base: string | null;
  isDirty: boolean;
  isRequesting: boolean;
  /** The server's draft is still to be deleted. */
  isDiscarding: boolean;
  /** The ad is published, so nothing is stored any more. */
  isOver: boolean;
}

export type DraftEvent =
  /** The form is on the page. `stored` is null when the server's draft could not be loaded. */
  | { type: 'opened'; local: LocalDraft | null; stored: StoredDraft | null }
  | { type: 'changed'; fields: AdFields }
  /** The user paused, is leaving, or the network returned. */
  | { type: 'flushed' }
  | { type: 'sent'; changed: string | null }
  | { type: 'failed'; isConflict: boolean }
  | { type: 'fetched'; stored: StoredDraft }
  | { type: 'discarded' }
  | { type: 'resolved'; use: 'mine' | 'other' }
  | { type: 'cleared' }
  | { type: 'restored'; fields: AdFields }
  | { type: 'published' };

export type DraftEffect =
  /** Stores the draft on this device; null discards it. */
  | { type: 'store'; local: LocalDraft | null }
  | { type: 'wait' }
  /** Saves the draft on the server; null discards it. */
  | { type: 'send'; draft: UnfinishedAd | null; base: string | null }
  | { type: 'fetch' }
  | { type: 'discard' };

type DraftStep = Step<DraftState, DraftEffect>;

const step = (state: DraftState, ...effects: DraftEffect[]): DraftStep => ({ state, effects });

export function newDraft(empty: AdFields, stored: StoredDraft | null): DraftState {
  const fields = stored?.draft ? withPlaceOf(fromDraft(stored.draft), empty) : empty;
  return {
    start: { fields, round: 0, isRestored: Boolean(stored?.draft) },
    empty,
    latest: fields,
    status: 'still',
    conflict: null,
    base: stored?.changed ?? null,
    isDirty: false,
    isRequesting: false,
    isDiscarding: false,
    isOver: false,
  };
}

/** Stores a change: at once on this device, after a pause on the server. */
function change(state: DraftState, latest: AdFields): DraftStep {
  if (state.isOver) return step(state);
  const local = { fields: latest, base: state.base, isSent: false };
  return step({ ...state, latest, isDirty: true }, { type: 'store', local }, { type: 'wait' });
}

const restart = (state: DraftState, fields: AdFields, isRestored: boolean): DraftState => ({
  ...state,
  start: { fields, round: state.start.round + 1, isRestored },
  latest: fields,
});

/** An unsent local draft takes precedence; sending it shows whether another device has changed the server's draft. */
function open(state: DraftState, local: LocalDraft | null, stored: StoredDraft | null): DraftStep {
  if (local === null || (stored !== null && local.isSent))
    return step(state, ...(stored?.draft ? [] : [{ type: 'store', local: null } as const]));
  const fields = withPlaceOf(local.fields, state.empty);
  const next = restart({ ...state, base: local.base }, fields, true);
  return local.isSent ? step(next) : change(next, fields);
}

function flush(state: DraftState): DraftStep {
  const { latest, base, empty } = state;
  if (state.isRequesting || state.conflict) return step(state);
  if (state.isDiscarding) return step({ ...state, isRequesting: true }, { type: 'discard' });
  if (!state.isDirty || state.isOver) return step(state);
  const draft = isBlank(latest, empty) ? null : toDraft(latest);
  return step({ ...state, isDirty: false, isRequesting: true, status: 'saving' }, { type: 'send', draft, base });
}

/** The local copy counts as sent only when the server has exactly that draft. */
function confirm(state: DraftState, base: string | null): DraftStep {
  const next = { ...state, base, isRequesting: false };
  if (state.isDiscarding) return flush(next);
  if (state.isDirty) return step(next, { type: 'wait' });
  const local = isBlank(state.latest, state.empty) ? null : { fields: state.latest, base, isSent: true };
  return step({ ...next, status: 'saved' }, { type: 'store', local });
}

/** Changes made during the request are sent next; otherwise the next change or the network's return tries again. */
function fail(state: DraftState, isConflict: boolean): DraftStep {
  if (state.isDiscarding) return flush({ ...state, isRequesting: false });
  if (isConflict) return step(state, { type: 'fetch' });
  const next: DraftState = { ...state, status: 'local', isDirty: true, isRequesting: false };
  return step(next, ...(state.isDirty ? [{ type: 'wait' } as const] : []));
}

function compare(state: DraftState, { draft, changed }: StoredDraft): DraftStep {
  const next = { ...state, isRequesting: false };
  if (state.isDiscarding) return flush(next);
  // The other device published or deleted the draft, so only the local one is left.
  if (draft === null || changed === null) return change({ ...next, base: null }, state.latest);
  const fields = fromDraft(draft);
  if (JSON.stringify(toDraft(fields)) === JSON.stringify(toDraft(state.latest)))
    return change({ ...next, base: changed }, state.latest);
  return step({ ...next, conflict: { fields, changed } });
}

function resolve(state: DraftState, use: 'mine' | 'other'): DraftStep {
  if (!state.conflict) return step(state);
  const { fields, changed } = state.conflict;
  const next = { ...state, conflict: null, base: changed };
  return use === 'mine' ? change(next, state.latest) : change(restart(next, fields, true), fields);
}

function discard(state: DraftState): DraftStep {
  const { state: next, effects } = flush({
    ...state,
    status: 'still',
    conflict: null,
    base: null,
    isDirty: false,
    isDiscarding: true,
  });
  return step(next, { type: 'store', local: null }, ...effects);
}

/** The state of the unfinished ad after an event, and what its runner has to do. */
export function reduceDraft(state: DraftState, event: DraftEvent): DraftStep {
  switch (event.type) {
    case 'opened':
      return open(state, event.local, event.stored);
    case 'changed':
      return change(state, event.fields);
    case 'flushed':
      return flush(state);
    case 'sent':
      return confirm(state, event.changed);
    case 'failed':
      return fail(state, event.isConflict);
    case 'fetched':
      return compare(state, event.stored);
    case 'discarded': {
      const next = { ...state, base: null, isRequesting: false, isDiscarding: false };
      return step(next, ...(state.isDirty ? [{ type: 'wait' } as const] : []));
    }
    case 'resolved':
      return resolve(state, event.use);
    case 'cleared':
      return discard(restart(state, state.empty, false));
    case 'restored':
      return change(restart(state, event.fields, true), event.fields);
    case 'published':
      return discard({ ...state, isOver: true });
  }
}
