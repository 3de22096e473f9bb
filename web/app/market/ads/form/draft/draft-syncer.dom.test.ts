import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_AD, loadLocalDraft, toDraft } from './ad-draft.ts';
import type { DraftStatus } from './draft-state.ts';
import { createDraftSyncer } from './draft-syncer.ts';

let leave = (): void => undefined;

afterEach(() => {
  leave();
  localStorage.clear();
  vi.unstubAllGlobals();
});

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
  const keeper = createDraftSyncer({ userId: 5, empty: EMPTY_AD, stored: { draft: null, changed: base } });
  keeper.subscribe(() => {
    const { status } = keeper.state();
    if (status !== (told.at(-1) ?? 'still')) told.push(status);
  });
  leave = keeper.open();
  return {
    keeper,
    told,
    change: (title: string) => keeper.send({ type: 'changed', fields: typed(title) }),
    async flush() {
      keeper.send({ type: 'flushed' });
      await vi.waitFor(() => expect(keeper.state().isRequesting).toBe(false));
    },
  };
}

test('what is typed is on this device at once and with the server after a pause', async () => {
  const state = server();
  const { change, flush, told } = keep();
  change('Вело');
  expect(loadLocalDraft(localStorage, 5)).toMatchObject({ fields: { board_title: 'Вело' }, isSent: false });
  change('Велосипед');
  await flush();
  expect(state.kept.draft?.board_title).toBe('Велосипед');
  expect(state.requests).toEqual(['PUT']);
  expect(told).toEqual(['saving', 'saved']);
  expect(loadLocalDraft(localStorage, 5)).toMatchObject({ base: 'moment 1', isSent: true });
});

test('without a connection the draft stays here and follows when it returns', async () => {
  const state = server();
  state.isDown = true;
  const { change, flush, told } = keep();
  change('Диван');
  await flush();
  expect(told.at(-1)).toBe('local');
  expect(loadLocalDraft(localStorage, 5)).toMatchObject({ fields: { board_title: 'Диван' }, isSent: false });
  state.isDown = false;
  window.dispatchEvent(new Event('online'));
  await flush();
  expect(state.kept.draft?.board_title).toBe('Диван');
});

test('a draft that another device changed is not overwritten without asking', async () => {
  const state = server({ draft: toDraft(typed('С телефона')), changed: 'later' });
  const { keeper, change, flush } = keep('earlier');
  change('С ноутбука');
  await flush();
  expect(keeper.state().conflict).toMatchObject({ fields: { board_title: 'С телефона' }, changed: 'later' });
  expect(state.kept.draft?.board_title).toBe('С телефона');
  change('С ноутбука, дальше');
  await flush();
  expect(state.kept.draft?.board_title).toBe('С телефона');
  keeper.send({ type: 'resolved', use: 'mine' });
  await flush();
  expect(state.kept.draft?.board_title).toBe('С ноутбука, дальше');
});

test('a draft published on another device leaves what is typed here', async () => {
  const state = server();
  const { keeper, change, flush } = keep('earlier');
  change('Лампа');
  await flush();
  await flush();
  expect(keeper.state().conflict).toBeNull();
  expect(state.kept.draft?.board_title).toBe('Лампа');
});

test('a published ad leaves no draft behind, neither here nor there', async () => {
  const state = server();
  const { keeper, change, flush } = keep();
  change('Кресло');
  keeper.send({ type: 'flushed' });
  keeper.send({ type: 'published' });
  await flush();
  expect(state.kept.draft).toBeNull();
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
  change('Кресло');
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
});

test('emptying the form throws the draft away', async () => {
  const state = server();
  const { change, flush } = keep();
  change('К');
  await flush();
  change('');
  await flush();
  expect(state.kept.draft).toBeNull();
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
});
