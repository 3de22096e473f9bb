import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../../platform/i18n.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { NO_FILTERS } from './filters/ad-filters.ts';
import { SuggestBox } from './suggest-box.tsx';

await loadTexts('ru', 'ad-filters');

function Field() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <input ref={input} role="combobox" aria-expanded={false} name="search" aria-label="Что ищем" />
      <SuggestBox input={input} filters={{ ...NO_FILTERS, category: 3, attributes: '1:2' }} />
    </form>
  );
}

async function show(answer = async (_: string): Promise<object> => ({ suggestions: SUGGESTIONS })) {
  const fetched = vi.fn(async (address: string, _: RequestInit) => Response.json(await answer(address)));
  vi.stubGlobal('fetch', fetched);
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <LanguageProvider initial="ru">
          <Field />
        </LanguageProvider>
      ),
    },
  ]);
  await act(async () => render(<RouterProvider router={router} />));
  return { router, fetched, field: screen.getByRole('combobox', { name: 'Что ищем' }) };
}

const SUGGESTIONS = [
  { text: 'велосипед', category: null, kind: 'words' },
  { text: 'велосипед', category: { id: 2, name: 'Транспорт' }, kind: 'category' },
];

afterEach(() => vi.unstubAllGlobals());

test('arrows choose a suggestion and Enter searches it in its category', async () => {
  const { router, field } = await show();
  await userEvent.type(field, 'вел');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(field).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen).toHaveTextContent('в категории «Транспорт»');
  expect(field).toHaveAttribute('aria-activedescendant', chosen.id);
  await act(() => userEvent.keyboard('{Enter}'));
  await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toBe('?category=2&search=велосипед'));
});

test('the last searches stand under the empty field, each removable by press and by key', async () => {
  localStorage.setItem('recent-searches', JSON.stringify(['диван', 'шкаф', 'стол']));
  const { field } = await show();
  await userEvent.click(field);
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  await userEvent.click(screen.getByTitle('Убрать запрос «шкаф»'));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['диван', 'стол']);
  await userEvent.keyboard('{ArrowDown}{Delete}');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['стол']);
  expect(JSON.parse(localStorage.getItem('recent-searches') ?? '')).toEqual(['стол']);
  localStorage.clear();
});

test('Esc closes the list and keeps what was typed', async () => {
  const { field } = await show();
  await userEvent.type(field, 'вел');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  expect(field).toHaveValue('вел');
  expect(field).toHaveAttribute('aria-expanded', 'false');
});

test('fast typing asks once, and an answer for other words is not shown', async () => {
  const waiting = new Map<string, (answer: object) => void>();
  const { field, fetched } = await show(
    (address) =>
      new Promise((resolve) =>
        waiting.set(new URL(address, 'http://localhost').searchParams.get('search') ?? '', resolve),
      ),
  );
  await userEvent.type(field, 'ве');
  await waitFor(() => expect(waiting.has('ве')).toBe(true));
  expect(fetched).toHaveBeenCalledTimes(1);
  await userEvent.type(field, 'л');
  await waitFor(() => expect(waiting.has('вел')).toBe(true));
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  await act(async () => waiting.get('ве')?.({ suggestions: [{ text: 'ветер', category: null, kind: 'words' }] }));
  expect(screen.queryByText('ветер')).not.toBeInTheDocument();
  await act(async () => waiting.get('вел')?.({ suggestions: SUGGESTIONS }));
  expect(await screen.findAllByRole('option')).toHaveLength(2);
});

test('an empty field offers what this device searched before, until that is cleared', async () => {
  const { field } = await show();
  await userEvent.type(field, 'самокат{Enter}');
  await userEvent.clear(field);
  expect(await screen.findByRole('option', { name: 'самокат' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  await userEvent.click(field);
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});
