import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_AD, loadLocalDraft, toDraft } from './ad-draft.ts';
import { createDraftSyncer, type DraftStatus, type OtherDraft } from './draft-syncer.ts';

afterEach(() => vi.unstubAllGlobals());

const typed = (board_title: string) => ({ ...EMPTY_AD, board_title });
const fail = (status: number, code: string) => Response.json({ code, message: '' }, { status });

type Kept = { draft: ReturnType<typeof toDraft> | null; changed: string | null };

function server(kept: Kept = { draft: null, changed: null }) {
  let moment = 0;
  const state = { kept, isDown: false, requests: [] as string[] };
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    state.requests.push(init.method ?? 'GET');
    if (state.isDown) throw new TypeError('network');
    if (init.method === 'GET') return Response.json(state.kept);
    if (init.method === 'DELETE') state.kept = { draft: null, changed: null };
    else {
      const { draft, changed } = JSON.parse(String(init.body));
      if (changed !== state.kept.changed) return fail(409, 'conflict');
      state.kept = { draft, changed: `moment ${++moment}` };
    }
    return Response.json(state.kept);
  });
  return state;
}

function keep(base: string | null = null) {
  const told: DraftStatus[] = [];
  const conflicts: OtherDraft[] = [];
  const keeper = createDraftSyncer({
    userId: 5,
    base,
    isEmpty: (fields) => fields.board_title === '',
    onStatus: (status) => told.push(status),
    onConflict: (other) => conflicts.push(other),
  });
  return { keeper, told, conflicts };
}

test('what is typed is on this device at once and with the server after a pause', async () => {
  const state = server();
  const { keeper, told } = keep();
  keeper.change(typed('Вело'));
  expect(loadLocalDraft(localStorage, 5)).toMatchObject({ fields: { board_title: 'Вело' }, isSent: false });
  keeper.change(typed('Велосипед'));
  await keeper.flush();
  expect(state.kept.draft?.board_title).toBe('Велосипед');
  expect(state.requests).toEqual(['PUT']);
  expect(told).toEqual(['saving', 'saved']);
  expect(loadLocalDraft(localStorage, 5)).toMatchObject({ base: 'moment 1', isSent: true });
});

test('without a connection the draft stays here and follows when it returns', async () => {
  const state = server();
  state.isDown = true;
  const { keeper, told } = keep();
  keeper.change(typed('Диван'));
  await keeper.flush();
  expect(told.at(-1)).toBe('local');
  expect(loadLocalDraft(localStorage, 5)).toMatchObject({ fields: { board_title: 'Диван' }, isSent: false });
  state.isDown = false;
  window.dispatchEvent(new Event('online'));
  await keeper.flush();
  expect(state.kept.draft?.board_title).toBe('Диван');
});

test('a draft that another device changed is not overwritten without asking', async () => {
  const state = server({ draft: toDraft(typed('С телефона')), changed: 'later' });
  const { keeper, conflicts } = keep('earlier');
  keeper.change(typed('С ноутбука'));
  await keeper.flush();
  expect(conflicts).toMatchObject([{ fields: { board_title: 'С телефона' }, changed: 'later' }]);
  expect(state.kept.draft?.board_title).toBe('С телефона');
  keeper.change(typed('С ноутбука, дальше'));
  await keeper.flush();
  expect(state.kept.draft?.board_title).toBe('С телефона');
  keeper.resolveConflict(typed('С ноутбука, дальше'), 'later');
  await keeper.flush();
  expect(state.kept.draft?.board_title).toBe('С ноутбука, дальше');
});

test('a draft published on another device leaves what is typed here', async () => {
  const state = server();
  const { keeper, conflicts } = keep('earlier');
  keeper.change(typed('Лампа'));
  await keeper.flush();
  await keeper.flush();
  expect(conflicts).toEqual([]);
  expect(state.kept.draft?.board_title).toBe('Лампа');
});

test('a published ad leaves no draft behind, neither here nor there', async () => {
  const state = server();
  const { keeper } = keep();
  keeper.change(typed('Кресло'));
  const saving = keeper.flush();
  await Promise.all([saving, keeper.finish()]);
  expect(state.kept.draft).toBeNull();
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
  keeper.change(typed('Кресло'));
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
});

test('emptying the form throws the draft away', async () => {
  const state = server();
  const { keeper } = keep();
  keeper.change(typed('К'));
  await keeper.flush();
  keeper.change(typed(''));
  await keeper.flush();
  expect(state.kept.draft).toBeNull();
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
});
