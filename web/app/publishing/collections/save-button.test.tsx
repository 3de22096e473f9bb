import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { drainToasts } from '../../ui/toast/toast.ts';
import { SaveButton, type SaveButtonProps } from './save-button.tsx';

await loadTexts('ru', 'collections');
// The button imports these parts on the first press; importing them here keeps that delay out of the tests.
await Promise.all([import('./save-item.ts'), import('./save-dialog.tsx')]);

let nextId = 1;
let collections: { id: number; name: string; count: number; photos: string[] }[] = [];

async function show(props: Partial<SaveButtonProps> = {}, refusal?: Response) {
  const id = nextId++;
  let holding: number[] = props.initiallySaved ? [0] : [];
  const asked: string[] = [];
  collections = [
    { id: 0, name: '', count: 0, photos: [] },
    { id: 5, name: 'Дача', count: 2, photos: [] },
  ];
  vi.stubGlobal('fetch', async (url: string, { method = '', body }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (refusal) return refusal;
    const sent = body ? JSON.parse(String(body)) : {};
    if (url === '/api/collections' && method === 'PUT') {
      const made = { id: 9, name: sent.name, count: 0, photos: [] };
      collections.push(made);
      return Response.json(made);
    }
    if (method === 'PUT') holding = [...new Set([...holding.filter((one) => one !== 0), sent.collection_id ?? 0])];
    if (method === 'DELETE') {
      const query = new URL(url, 'http://site').searchParams;
      const from = Number(query.get('collection_id') ?? 0);
      holding = query.get('all') ? [] : holding.filter((one) => one !== from);
    }
    return Response.json(method === 'GET' ? { list: collections, holding } : { holding });
  });
  const element = (
    <LanguageProvider initial="ru">
      <Suspense>
        <SaveButton kind="publication" id={id} initiallySaved={false} title="Обжиг" {...props} />
      </Suspense>
    </LanguageProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/user/1/social?page=2'] });
  await act(async () => render(<RouterProvider router={router} />));
  return { asked, holding: () => holding, bookmark: () => screen.getByRole('button', { name: 'Закладка: Обжиг' }) };
}

const messages = () => drainToasts().map(({ message }) => message);

afterEach(() => {
  vi.unstubAllGlobals();
  drainToasts();
});

test('one press keeps a thing, and the bookmark shows it before the server answers', async () => {
  const { bookmark, holding } = await show();
  await userEvent.click(bookmark());
  expect(bookmark()).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(messages()).toEqual(['Добавлено в закладки']));
  expect(holding()).toEqual([0]);
});

test('a refusal takes the bookmark back and says why', async () => {
  const refusal = Response.json({ message: 'Подборка заполнена', code: 'collections_full' }, { status: 409 });
  const { bookmark } = await show({}, refusal);
  await userEvent.click(bookmark());
  await waitFor(() => expect(bookmark()).toHaveAttribute('aria-pressed', 'false'));
  expect(messages()).toEqual(['Подборка заполнена']);
});

test('a press on what is kept asks where it belongs', async () => {
  const { bookmark, holding } = await show({ initiallySaved: true });
  await userEvent.click(bookmark());
  await userEvent.click(await screen.findByRole('checkbox', { name: /Дача/ }));
  await waitFor(() => expect(holding()).toEqual([5]));
  expect(bookmark()).toHaveAttribute('aria-pressed', 'true');
});

test('a new collection is made on the way and holds the thing', async () => {
  const { bookmark, holding } = await show({ initiallySaved: true });
  await userEvent.click(bookmark());
  await userEvent.click(await screen.findByRole('button', { name: 'Новая подборка' }));
  await userEvent.type(screen.getByLabelText('Новая подборка'), 'Сад{Enter}');
  await waitFor(() => expect(holding()).toEqual([9]));
  expect(await screen.findByRole('checkbox', { name: /Сад/ })).toBeChecked();
});

test('what is taken out can be brought back into where it was', async () => {
  const { bookmark, holding } = await show({ initiallySaved: true });
  await userEvent.click(bookmark());
  await userEvent.click(await screen.findByRole('button', { name: 'Убрать из закладок' }));
  await waitFor(() => expect(bookmark()).toHaveAttribute('aria-pressed', 'false'));
  const [message] = await waitFor(() => {
    const taken = drainToasts();
    expect(taken).toHaveLength(1);
    return taken;
  });
  expect(holding()).toEqual([]);
  message?.action?.onPress();
  await waitFor(() => expect(holding()).toEqual([0]));
  expect(bookmark()).toHaveAttribute('aria-pressed', 'true');
});

test('guests are led to sign in and back to where they were', async () => {
  await show({ initiallySaved: undefined });
  const link = screen.getByRole('link', { name: 'Закладка: Обжиг' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/user/1/social?page=2');
});
