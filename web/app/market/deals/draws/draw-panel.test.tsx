import type { Draw } from '@app/contract/market/draws';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { DrawPanel } from './draw-panel.tsx';

const OPEN: Draw = {
  board_id: 7,
  state: 'open',
  count: 3,
  seed_hash: 'ab'.repeat(32),
  seed: null,
  numbers: [],
  drawn: [],
  at: null,
  mine: null,
  winner: null,
  may_join: 0,
  may_draw: 0,
};
const DRAWN: Draw = { ...OPEN, state: 'drawn', seed: 'cd'.repeat(32), numbers: [1, 2, 5], drawn: [5] };

let draw: Draw;
let answer: Draw;
let sent: string[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), 'http://localhost'),
      init,
    );
    if (request.method === 'GET') return Response.json(draw);
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return Response.json(answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (isOwn: boolean, isSignedIn = true) =>
  showComponent(<DrawPanel adId={7} ownerId={2} isOwn={isOwn} isSignedIn={isSignedIn} />, '/ad/7');

test('a reader asks for the thing, sees the number, and takes it back', async () => {
  draw = { ...OPEN, may_join: 1 };
  answer = { ...OPEN, count: 4, mine: 4 };
  await show(false);
  expect(await screen.findByText('Просят 3 человека')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Хочу забрать' }));
  expect(await screen.findByText('Ваш номер: 4')).toBeInTheDocument();
  expect(sent).toEqual(['PUT /api/boards/draw/7/entry']);
  answer = { ...OPEN, may_join: 1 };
  await userEvent.click(screen.getByRole('button', { name: 'Больше не прошу' }));
  expect(await screen.findByRole('button', { name: 'Хочу забрать' })).toBeInTheDocument();
});

test('a guest signs in first', async () => {
  draw = OPEN;
  await show(false, false);
  expect(await screen.findByRole('link', { name: 'Хочу забрать' })).toHaveAttribute('href', '/auth?next=/ad/7');
});

test('the owner is asked before the draw, and sees who gets the thing', async () => {
  draw = { ...OPEN, may_draw: 1 };
  answer = { ...DRAWN, winner: { id: 9, name: 'Анна Котова' } };
  await show(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Бросить жребий' }));
  const dialog = await screen.findByRole('dialog', { name: 'Бросить жребий сейчас?' });
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Бросить жребий' }));
  expect(await screen.findByRole('link', { name: 'Забирает: Анна Котова' })).toHaveAttribute('href', '/conversation/9');
  expect(screen.getByText('Выпал номер 5 из 3')).toBeInTheDocument();
  expect(sent).toEqual(['POST /api/boards/draw/7']);
});

test('a time that is over is refused under its field', async () => {
  draw = { ...OPEN, may_draw: 1 };
  await show(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Назначить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Выберите время в ближайшие 30 дней');
  expect(sent).toEqual([]);
});

test('who was drawn is led to the chat, and anybody sees how to repeat the draw', async () => {
  draw = { ...DRAWN, mine: 5 };
  await show(false);
  expect(await screen.findByRole('link', { name: 'Это вы! Договоритесь в чате' })).toHaveAttribute(
    'href',
    '/conversation/2?ad=7',
  );
  expect(screen.getByText(`printf %s ${DRAWN.seed}:1 | sha256sum`)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Все данные жребия', hidden: true })).toHaveAttribute(
    'href',
    '/api/boards/draw/7',
  );
  expect(screen.queryByRole('button', { name: 'Хочу забрать' })).not.toBeInTheDocument();
});
