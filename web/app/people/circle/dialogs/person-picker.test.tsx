import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { PersonPicker } from './person-picker.tsx';

const network = vi.fn();
const onPick = vi.fn();

beforeEach(() => {
  network.mockReset();
  onPick.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const person = (id: number, firstname: string) => ({
  id,
  firstname,
  lastname: 'Лебедева',
  photo: null,
  position: 'Архитектор',
  location: { country: null, city: { name: 'Казань' } },
});
const found = (total: number, ...list: object[]) => Response.json({ list, total });
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Поиск человека по имени' });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

test('people are found when the typing pauses, five at a time, and further ones on demand', async () => {
  network
    .mockResolvedValueOnce(found(7, ...[1, 2, 3, 4, 5].map((id) => person(id, `Анна${id}`))))
    .mockResolvedValueOnce(found(7, person(6, 'Анна6'), person(7, 'Анна7')));
  await showComponent(<PersonPicker onPick={onPick} exclude={[2]} />);
  await userEvent.type(field(), 'Анна');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(5));
  expect(network).toHaveBeenCalledTimes(1);
  expect(network.mock.calls[0]?.[0]).toBe(`/api/users?search=${encodeURIComponent('Анна')}&page=1&size=5`);
  expect(options().join()).not.toContain('Анна2');

  await userEvent.click(screen.getByRole('option', { name: 'Показать ещё' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(6));
  expect(network.mock.calls[1]?.[0]).toContain('page=2');
});

test('arrows and Enter pick a person, and the field is ready for the next one', async () => {
  network.mockResolvedValue(found(2, person(1, 'Анна'), person(2, 'Алла')));
  await showComponent(<PersonPicker onPick={onPick} />);
  await userEvent.type(field(), 'А');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }));
  expect(field()).toHaveValue('');
  expect(screen.queryByRole('option')).toBeNull();
});

test('nobody found is said, and a failed search too', async () => {
  network.mockResolvedValueOnce(found(0)).mockResolvedValueOnce(Response.json({}, { status: 500 }));
  await showComponent(<PersonPicker onPick={onPick} />);
  await userEvent.type(field(), 'Ъ');
  expect(await screen.findByText('Никого не нашли')).toBeInTheDocument();
  await userEvent.type(field(), 'Ы');
  await waitFor(() =>
    expect(waitingToasts().map(({ message }) => message)).toEqual(['Произошла ошибка при поиске пользователей']),
  );
});
