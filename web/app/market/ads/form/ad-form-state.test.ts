import { expect, test } from 'vitest';
import type { FormPhoto } from '../page/ad-photo-list.ts';
import { type AdFormEvent, type AdFormState, reduceAdForm } from './ad-form-state.ts';
import { EMPTY_AD } from './draft/ad-draft.ts';

const file = (name: string, type = 'image/jpeg'): File => new File(['x'], name, { type });
const photo = (key: string, id?: number): FormPhoto => ({ key, src: '', ...(id !== undefined && { id }) });
const EMPTY: AdFormState = {
  fields: EMPTY_AD,
  errors: {},
  photos: [],
  refused: [],
  preparing: 0,
  movedTo: null,
  refusedFields: null,
};

/** The state after all events, and the effects of the last one. */
function run(state: Partial<AdFormState>, ...events: AdFormEvent[]) {
  return events.reduce((step, event) => reduceAdForm(step.state, event), {
    state: { ...EMPTY, ...state },
    effects: [],
  } as ReturnType<typeof reduceAdForm>);
}

const keys = ({ photos }: AdFormState): string => photos.map(({ key }) => key).join('');

test('an edited field loses its error, the others keep theirs', () => {
  const errors = { board_title: 'Введите название', 'board_attributes.7': 'Число', 'board_attributes.8': 'Укажите' };
  const fields = { ...EMPTY_AD, board_attributes: { 8: '' } };
  const step = run({ fields, errors }, { type: 'edited', part: { board_attributes: { 7: '12', 8: '' } } });
  expect(step.state.errors).toEqual({ board_title: 'Введите название', 'board_attributes.8': 'Укажите' });
  expect(step.effects).toEqual([{ type: 'changed' }]);
});

test('files that need no conversion are opened at once, and only as many as there is room for', () => {
  const ready = file('1.jpg');
  const raw = file('2.heic', 'image/heic');
  const step = run({ photos: [photo('a')] }, { type: 'picked', files: [ready, raw, file('3.jpg')] });
  expect(step.state.preparing).toBe(1);
  expect(step.state.refused.map(({ text }) => text)).toEqual(['ad-form.photos.full']);
  expect(step.effects).toEqual([
    { type: 'open', files: [ready], isRaw: false, replaced: undefined },
    { type: 'open', files: [raw], isRaw: true, replaced: undefined },
  ]);
});

test('a converted file joins the photos, one that cannot be decoded is refused', () => {
  const raw = file('2.heic', 'image/heic');
  const converted = { type: 'converted', file: raw, replaced: undefined } as const;
  const joined = run({ preparing: 2 }, { ...converted, photo: photo('a') });
  expect([keys(joined.state), joined.state.preparing]).toEqual(['a', 1]);
  const refused = run(joined.state, { ...converted, photo: null });
  expect(refused.state.refused.map(({ text }) => text)).toEqual(['ad-form.photos.heic']);
  expect([keys(refused.state), refused.state.preparing, refused.effects]).toEqual(['a', 0, []]);
});

test('a file that replaces a stored photo takes its place and its id', () => {
  const photos = [photo('a', 1), photo('b', 2), photo('c', 3)];
  const picked = run({ photos }, { type: 'picked', files: [file('new.jpg')], replaced: 'b' });
  expect(picked.effects).toMatchObject([{ type: 'open', replaced: 'b' }]);
  const step = run({ photos }, { type: 'opened', photos: [photo('n')], replaced: 'b' });
  expect(keys(step.state)).toBe('anc');
  expect(step.state.photos[1]?.id).toBe(2);
});

test('another order or another number of photos ends the error of the photos', () => {
  const state = { photos: [photo('a'), photo('b')], errors: { photos: 'Слишком большой файл', board_title: 'Нет' } };
  const moved = run(state, { type: 'moved', key: 'a', to: 1 });
  expect([keys(moved.state), moved.state.movedTo]).toEqual(['ba', 2]);
  expect(moved.state.errors).toEqual({ board_title: 'Нет' });
  expect(keys(run(state, { type: 'removed', key: 'a' }).state)).toBe('b');
});

test('progress of saving is no change of the ad', () => {
  const state = { photos: [photo('a')], errors: { photos: 'Нет' } };
  const update = (photos: readonly FormPhoto[]) => photos.map((one) => ({ ...one, progress: 0.5 }));
  const step = run(state, { type: 'saving', update });
  expect(step.state.photos[0]?.progress).toBe(0.5);
  expect([step.state.errors, step.effects]).toEqual([state.errors, []]);
});

test('only a form without errors is sent', () => {
  const submitted = { type: 'submitted', mistakes: {} } as const;
  const send = (state: Parameters<typeof run>[0], mistakes = {}) => run(state, { ...submitted, mistakes });
  expect(send({ fields: { ...EMPTY_AD, board_price: '12500' } }).effects).toEqual([{ type: 'send' }]);
  expect(send({ fields: { ...EMPTY_AD, board_price: '12.500' } }).effects).toEqual([{ type: 'showErrors' }]);
  const wrong = send({}, { board_title: 'Укажите название' });
  expect([wrong.state.errors, wrong.effects]).toEqual([{ board_title: 'Укажите название' }, [{ type: 'showErrors' }]]);
});

test('what the server refused is not sent again until the ad changes', () => {
  const submitted = { type: 'submitted', mistakes: {} } as const;
  const errors = { board_title: 'Запрещено', photos: 'Не загрузилось' };
  const refused = run({ fields: EMPTY_AD }, { type: 'refused', errors }).state;
  expect(run(refused, submitted)).toMatchObject({
    state: { errors: { board_title: 'Запрещено' } },
    effects: [{ type: 'showErrors' }],
  });
  const edited = run(refused, { type: 'edited', part: { board_description: 'Другое' } }).state;
  expect(run(edited, submitted)).toMatchObject({ state: { errors: {} }, effects: [{ type: 'send' }] });
  const photosOnly = run({ fields: EMPTY_AD }, { type: 'refused', errors: { photos: 'Не загрузилось' } }).state;
  expect(run(photosOnly, submitted).effects).toEqual([{ type: 'send' }]);
});

test('files that were not taken are told until the next valid act', () => {
  const full = run(
    { photos: ['a', 'b', 'c'].map((key) => photo(key)) },
    { type: 'picked', files: [file('4.jpg')] },
  ).state;
  expect(full.refused).toHaveLength(1);
  expect(run(full, { type: 'moved', key: 'a', to: 1 }).state.refused).toEqual([]);
  expect(run(full, { type: 'edited', part: { board_title: 'Лодка' } }).state.refused).toEqual([]);
  expect(run(full, { type: 'submitted', mistakes: {} }).state.refused).toEqual([]);
});
