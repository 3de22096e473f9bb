import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { loadTexts } from '../../platform/texts.ts';
import UnsubscribePage from './unsubscribe-page.tsx';

function show(token: string, answer: () => Response) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', fetched);
  const element = (
    <LanguageProvider initial="ru">
      <UnsubscribePage />
    </LanguageProvider>
  );
  const router = createMemoryRouter([{ path: '/unsubscribe', element }], {
    initialEntries: [`/unsubscribe?token=${token}`],
  });
  render(<RouterProvider router={router} />);
  return fetched;
}

beforeAll(() => loadTexts('ru', 'searches'));
afterEach(() => vi.unstubAllGlobals());

test('opening the link changes nothing; the button stops the emails and says which', async () => {
  const fetched = show('s.1.2.x', () => Response.json({ kind: 'saved_search', name: 'Велосипед' }));
  expect(await screen.findByText('Не присылать письма об этом сохранённом поиске?')).toBeInTheDocument();
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Не присылать' }));
  expect(await screen.findByText('Больше не будем писать о поиске «Велосипед».')).toBeInTheDocument();
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/unsubscribe?token=s.1.2.x');
  expect(screen.getByRole('link', { name: 'Войти и вернуть письма' })).toBeInTheDocument();
});

test('a link that was cut or made up says so', async () => {
  show('f.1.0.x', () => Response.json({ message: 'Не найдено', code: 'not_found' }, { status: 404 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Не присылать' }));
  expect(await screen.findByText('Ссылка не сработала')).toBeInTheDocument();
});
