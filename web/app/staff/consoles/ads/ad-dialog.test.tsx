import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SAMPLE_AD } from '../../../../test/sample-ad.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { AdDialog } from './ad-dialog.tsx';

await loadTexts('ru', 'admin');
afterEach(() => vi.unstubAllGlobals());

test('staff see the kind of an ad, and what it asks for instead of a price', async () => {
  const network = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', network);
  const ad = {
    ...SAMPLE_AD,
    board_kind: 'lend',
    board_price: 0,
    board_description: 'Мягкое',
    board_return_on: '2999-12-05',
  } as const;
  await showComponent(<AdDialog ad={ad} categories={[]} onClose={() => undefined} />);
  expect(screen.getByRole('combobox', { name: 'Вид объявления' })).toHaveValue('Дам на время');
  expect(screen.queryByLabelText(/Цена/)).toBeNull();
  expect(screen.getByLabelText(/Вернуть до/)).toHaveValue('2999-12-05');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(network).toHaveBeenCalled());
  const body = network.mock.calls[0]?.[1].body;
  const sent = body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body));
  expect(sent).toMatchObject({ board_kind: 'lend', board_return_on: '2999-12-05' });
});
