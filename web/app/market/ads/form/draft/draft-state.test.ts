import { expect, test } from 'vitest';
import { EMPTY_AD, toDraft } from './ad-draft.ts';
import { type DraftEvent, type DraftState, newDraft, reduceDraft, type StoredDraft } from './draft-state.ts';

const typed = (board_title: string) => ({ ...EMPTY_AD, board_title });
const changed = (title: string): DraftEvent => ({ type: 'changed', fields: typed(title) });
const kept = (title: string): StoredDraft => ({ draft: toDraft(typed(title)), changed: 'later' });

/** The state after all events, and the types of the effects of the last one. */
function run(state: DraftState, ...events: DraftEvent[]) {
  const last = events.reduce((step, event) => reduceDraft(step.state, event), {
    state,
    effects: [],
  } as ReturnType<typeof reduceDraft>);
  return { ...last, types: last.effects.map(({ type }) => type) };
}

const NEW = newDraft(EMPTY_AD, { draft: null, changed: null });
const SENDING = run(NEW, changed('Стол'), { type: 'flushed' }).state;

test('an unsent draft of this device goes before the server’s, and is sent on what it is based on', () => {
  const local = { fields: typed('Здесь'), base: 'earlier', isSent: false };
  const step = run(
    newDraft(EMPTY_AD, kept('Там')),
    { type: 'opened', local, stored: kept('Там') },
    { type: 'flushed' },
  );
  expect(step.state.start).toMatchObject({ fields: { board_title: 'Здесь' }, round: 1, isRestored: true });
  expect(step.effects).toMatchObject([{ type: 'send', draft: { board_title: 'Здесь' }, base: 'earlier' }]);
});

test('a sent draft of this device gives way to the server’s, and goes when the server has none', () => {
  const local = { fields: typed('Здесь'), base: 'earlier', isSent: true };
  const step = run(newDraft(EMPTY_AD, kept('Там')), { type: 'opened', local, stored: kept('Там') });
  expect([step.state.latest.board_title, step.types]).toEqual(['Там', []]);
  const gone = run(NEW, { type: 'opened', local, stored: { draft: null, changed: null } });
  expect(gone.effects).toEqual([{ type: 'store', local: null }]);
  const offline = run(newDraft(EMPTY_AD, null), { type: 'opened', local, stored: null });
  expect(offline.state).toMatchObject({ latest: { board_title: 'Здесь' }, base: 'earlier', isDirty: false });
});

test('a draft without a place begins with the place of the seller, and one with a place keeps it', () => {
  const home = { ...EMPTY_AD, country: '1', city: '2' };
  const started = newDraft(home, kept('Стол'));
  expect(started.start.fields).toMatchObject({ board_title: 'Стол', country: '1', city: '2' });
  const away: StoredDraft = { draft: toDraft({ ...typed('Стол'), country: '7', city: '70' }), changed: 'later' };
  expect(newDraft(home, away).start.fields).toMatchObject({ country: '7', city: '70' });
  const local = { fields: typed('Стул'), base: null, isSent: false };
  const opened = run(newDraft(home, null), { type: 'opened', local, stored: null });
  expect(opened.state.start.fields).toMatchObject({ board_title: 'Стул', country: '1', city: '2' });
});

test('what is typed during a request waits for its end', () => {
  const busy = run(SENDING, changed('Стол дубовый'), { type: 'flushed' });
  expect(busy.types).toEqual([]);
  const sent = run(busy.state, { type: 'sent', changed: 'now' });
  expect(sent.types).toEqual(['wait']);
  const next = run(sent.state, { type: 'flushed' });
  expect(next.effects).toMatchObject([{ type: 'send', draft: { board_title: 'Стол дубовый' }, base: 'now' }]);
});

test('a failed request waits for the next change, unless there was one', () => {
  const failed = run(SENDING, { type: 'failed', isConflict: false });
  expect([failed.state.status, failed.types]).toEqual(['local', []]);
  expect(run(failed.state, { type: 'flushed' }).types).toEqual(['send']);
  expect(run(SENDING, changed('Стул'), { type: 'failed', isConflict: false }).types).toEqual(['wait']);
});

test('a conflict that cannot be looked at is tried again with the next change', () => {
  const asked = run(SENDING, { type: 'failed', isConflict: true });
  expect(asked.types).toEqual(['fetch']);
  const failed = run(asked.state, { type: 'failed', isConflict: false });
  expect([failed.state.status, failed.types]).toEqual(['local', []]);
  expect(run(failed.state, changed('Стул'), { type: 'flushed' }).types).toEqual(['send']);
});

test('the other device’s draft can be taken over', () => {
  const asked = run(SENDING, { type: 'failed', isConflict: true }, { type: 'fetched', stored: kept('С телефона') });
  expect(asked.state.conflict?.fields.board_title).toBe('С телефона');
  expect(run(asked.state, changed('Стол дубовый'), { type: 'flushed' }).types).toEqual([]);
  const { state } = run(asked.state, { type: 'resolved', use: 'other' });
  expect(state).toMatchObject({ latest: { board_title: 'С телефона' }, base: 'later', conflict: null });
  expect(state.start).toMatchObject({ fields: { board_title: 'С телефона' }, isRestored: true });
});

test('the same draft on another device is no conflict', () => {
  const step = run(SENDING, { type: 'failed', isConflict: true }, { type: 'fetched', stored: kept('Стол') });
  expect(step.state).toMatchObject({ conflict: null, base: 'later', isDirty: true });
});

test('clearing waits for the running request, and what was cleared can be restored meanwhile', () => {
  const cleared = run(SENDING, { type: 'cleared' });
  expect(cleared.types).toEqual(['store']);
  expect(cleared.state.start).toMatchObject({ fields: EMPTY_AD, isRestored: false });
  const restored = run(cleared.state, { type: 'restored', fields: typed('Стол') }, { type: 'sent', changed: 'now' });
  expect(restored.types).toEqual(['discard']);
  const discarded = run(restored.state, { type: 'discarded' });
  expect(discarded.types).toEqual(['wait']);
  const sent = run(discarded.state, { type: 'flushed' });
  expect(sent.effects).toMatchObject([{ type: 'send', draft: { board_title: 'Стол' }, base: null }]);
});

test('nothing is stored after publishing', () => {
  const published = run(NEW, changed('Стол'), { type: 'published' });
  expect(published.types).toEqual(['store', 'discard']);
  expect(run(published.state, changed('Стол')).types).toEqual([]);
  expect(run(published.state, { type: 'discarded' }, { type: 'flushed' }).types).toEqual([]);
});
