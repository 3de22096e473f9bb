import type { User } from '@app/contract/people/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { Suggestions } from './suggestions.tsx';

const network = vi.fn();
const people = [1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  firstname: `Анна${id}`,
  lastname: 'Лебедева',
  photo: null,
  position: '',
  location: { country: null, city: null },
})) as User[];

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const names = () =>
  within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.textContent?.split(' ')[0]);
const hide = (name: string) => userEvent.click(screen.getByRole('button', { name: `Скрыть: ${name} Лебедева` }));

test('whoever is hidden goes at once, the next one moves up, and the toast brings back', async () => {
  network.mockImplementation(async () => Response.json({ id: 2 }));
  await showComponent(<Suggestions people={people} />);
  const rules = screen.getByRole('link', { name: 'Правила применения' });
  expect(rules).toHaveAttribute('href', '/recommendations-rules');
  expect(screen.getByText(/^На информационном ресурсе применяются рекомендательные технологии/)).toBeVisible();
  await hide('Анна2');
  expect(names()).toEqual(['Анна1', 'Анна3', 'Анна4', 'Анна5', 'Анна6']);
  await waitFor(() => expect(waitingToasts()).toHaveLength(1));
  waitingToasts()[0]?.action?.onPress();
  await waitFor(() => expect(names()).toContain('Анна2'));
  expect(network.mock.calls.map(([, { body }]) => body)).toEqual(['{"id":2,"hidden":1}', '{"id":2,"hidden":0}']);
});

test('somebody who could not be hidden is there again', async () => {
  network.mockRejectedValue(new TypeError('offline'));
  await showComponent(<Suggestions people={people} />);
  await hide('Анна1');
  await waitFor(() => expect(names()).toContain('Анна1'));
  expect(waitingToasts()).toHaveLength(1);
});

test('nobody to propose is no empty frame', async () => {
  await showComponent(<Suggestions people={[]} />);
  expect(screen.queryByRole('region')).toBeNull();
});
