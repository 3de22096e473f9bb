import type { Board } from '@app/contract/market/ads';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_AD } from '../../../test/sample-ad.ts';
import { publicationOf } from '../../../test/sample-publication.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { NearList } from './near-list.tsx';
import { toEntries } from './to-entries.ts';

await Promise.all([loadTexts('ru', 'near'), loadTexts('ru', 'ad-filters')]);

/** Lists of one city are restored on going back, and each test is a list of its own. */
let city = 0;

const adOf = (id: number, change: Partial<Board> = {}): Board => ({
  ...SAMPLE_AD,
  board_id: id,
  board_title: `Самовар ${id}`,
  board_price: 900,
  city: { id: 13, name_native: 'Йошкар-Ола', name_en: 'Yoshkar-Ola', name: 'Йошкар-Ола' },
  owner_firstname: 'Игорь',
  owner_lastname: 'Лодкин',
  board_distance: 125,
  ...change,
});

const ad = (id: number, change: Partial<Board> = {}) => ({ cursor: `${id}.a.${id}`, board: adOf(id, change) });
const publication = (id: number) => ({
  cursor: `${id}.p.${id}`,
  publication: publicationOf(id, { content: [], text_only: 1, publish_description: `Закат ${id}` }),
  city: { id: 13, name: 'Йошкар-Ола' },
  distance: 125,
});
const place = { kind: 'city' as const, id: 12, name: 'Казань', country_id: 1, country_name: 'Россия' };
type Item = ReturnType<typeof ad> | ReturnType<typeof publication>;
const partOf = (list: Item[], next: string | null = null) => ({ place, list, next });

let near: (() => void) | undefined;

beforeEach(() => {
  city += 1;
  // The end of the list is always near the window; nothing is ever far outside of it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: object[]) => void, { rootMargin = '' } = {}) {
        if (rootMargin === '400px 0px') near = () => seen([{ isIntersecting: true }]);
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** With the first sign of a reader, for which publications wait. */
async function show(
  list: Item[],
  { next = null, radius = null, district = '', onOtherCity = () => {} }: Partial<Options> = {},
) {
  await showComponent(
    <NearList
      place={{ id: city, name: 'Казань' }}
      radius={radius}
      district={district}
      part={toEntries(partOf(list, next), radius)}
      viewerId={null}
      onOtherCity={onOtherCity}
    />,
    '/near',
  );
  fireEvent.pointerMove(document.body);
  await act(() => vi.dynamicImportSettled());
}
interface Options {
  next: string | null;
  radius: number | null;
  district: string;
  onOtherCity: () => void;
}

const shown = (): (string | undefined)[] =>
  screen.getAllByRole('article').map(({ textContent }) => /(Закат|Самовар) \d/.exec(textContent ?? '')?.[0]);

test('publications and ads stand in one list, with their city where others are around', async () => {
  await show([ad(5), publication(4), ad(3)], { radius: 200 });
  expect(shown()).toEqual(['Самовар 5', 'Закат 4', 'Самовар 3']);
  const [first, second] = screen.getAllByRole('article');
  expect(first).toHaveAccessibleName('Самовар 5');
  expect(first).toHaveTextContent('Объявление');
  expect(first).toHaveTextContent('Йошкар-Ола · 125 км');
  expect(second).toHaveTextContent('Йошкар-Ола · 125 км');
  expect(screen.getByText('Вы посмотрели всё, что есть рядом')).toBeInTheDocument();
});

test('in one city a publication does not repeat the city', async () => {
  await show([publication(4)]);
  expect(screen.getByRole('article')).not.toHaveTextContent('Йошкар-Ола');
});

test('an ad with a muted word is folded until it is asked for', async () => {
  await show([ad(5, { muted_by: 'самовар' })]);
  expect(screen.getByRole('article')).toHaveAccessibleName(/самовар/);
  expect(screen.queryByRole('link', { name: 'Самовар 5' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Показать' }));
  expect(screen.getByRole('link', { name: 'Самовар 5' })).toHaveAttribute('href', '/ad/5');
});

test('an empty place is widened step by step, or left for another one', async () => {
  const onOtherCity = vi.fn();
  await show([], { radius: 25, onOtherCity });
  expect(screen.getByRole('link', { name: 'Расширить до 100 км' })).toHaveAttribute(
    'href',
    `/near?city=${city}&radius=100`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать другой город' }));
  expect(onOtherCity).toHaveBeenCalledOnce();
});

test('an empty district leads to the whole city', async () => {
  await show([], { district: 'Вахитовский' });
  expect(screen.getByRole('link', { name: 'Весь город' })).toHaveAttribute('href', `/near?city=${city}`);
});

test('an empty page that has a next one is no empty place', async () => {
  vi.stubGlobal('fetch', async () => Response.json(partOf([publication(2)])));
  await show([], { next: '3.p.3' });
  expect(screen.queryByText('Здесь пока ничего нет')).toBeNull();
  await act(async () => near?.());
  await waitFor(() => expect(shown()).toEqual(['Закат 2']));
});

test('a page that fails to load can be asked for again', async () => {
  let isBroken = true;
  vi.stubGlobal('fetch', async () =>
    isBroken ? Response.json({ code: 'internal', message: '' }, { status: 500 }) : Response.json(partOf([ad(2)])),
  );
  await show([publication(4)], { next: '4.p.4' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить, что появилось рядом');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await act(async () => near?.());
  await waitFor(() => expect(shown()).toEqual(['Закат 4', 'Самовар 2']));
});

test('what came above is counted, and the list begins with it on request only', async () => {
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address);
    return Response.json(address.includes('/newer') ? { newer: 2 } : partOf([ad(6), publication(5), ad(4)]));
  });
  await show([ad(4)]);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  const pill = await screen.findByRole('button', { name: '2 новых' });
  expect(addresses[0]).toContain('above=4.a.4');
  expect(shown()).toEqual(['Самовар 4']);
  await userEvent.click(pill);
  await waitFor(() => expect(shown()).toEqual(['Самовар 6', 'Закат 5', 'Самовар 4']));
  expect(screen.queryByRole('button', { name: '2 новых' })).toBeNull();
});
