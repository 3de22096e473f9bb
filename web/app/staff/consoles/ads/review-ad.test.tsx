import type { Board } from '@app/contract/market/ads';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { BlockAd, PublishAd, ReviewButton } from './review-ad.tsx';

await Promise.all([loadTexts('ru', 'admin'), loadTexts('ru', 'moderation')]);

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const ad = { board_id: 5, board_title: 'Лодка', board_state: 'active' } as Board;
const sent = () => network.mock.calls.map(([url, init]) => [init.method, url, JSON.parse(init.body)]);

test('an ad that stands can be blocked, one that waits or is blocked published', async () => {
  const press = vi.fn();
  await showComponent(
    <>
      <ReviewButton ad={ad} onPress={press} />
      <ReviewButton ad={{ ...ad, board_title: 'Якорь', board_state: 'review' }} onPress={press} />
      <ReviewButton ad={{ ...ad, board_title: 'Парус', board_state: 'blocked' }} onPress={press} />
    </>,
  );
  for (const name of ['Заблокировать: Лодка', 'Опубликовать: Якорь', 'Опубликовать: Парус'])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(press.mock.calls).toEqual([['block'], ['publish'], ['publish']]);
});

test('a block goes with its rule and reason, and what is refused stands at the field', async () => {
  const done = vi.fn();
  await showComponent(<BlockAd ad={ad} onClose={done} />);
  network.mockImplementationOnce(async () =>
    Response.json(
      { code: 'invalid_input', message: 'Проверьте поля', fields: { reason: 'Заполните поле' } },
      { status: 400 },
    ),
  );
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Заблокировать' }));
  await send();
  expect(await screen.findByText('Заполните поле')).toBeInTheDocument();
  expect(done).not.toHaveBeenCalled();
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Чужие фото');
  await userEvent.type(screen.getByRole('textbox'), 'Фото из каталога');
  await send();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent().at(-1)).toEqual([
    'POST',
    '/api/boards/review',
    { board_id: 5, decision: 'block', reason: 'Фото из каталога', rule: 'stolen_photos' },
  ]);
});

test('publishing says what follows from it', async () => {
  const done = vi.fn();
  await showComponent(<PublishAd ad={{ ...ad, board_state: 'blocked' }} onClose={done} />);
  expect(screen.getByRole('dialog', { name: 'Опубликовать объявление «Лодка»?' })).toHaveTextContent('будет отменено');
  await userEvent.click(screen.getByRole('button', { name: 'Опубликовать' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent()).toEqual([['POST', '/api/boards/review', { board_id: 5, decision: 'publish' }]]);
});
