import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { FriendshipButton, type FriendTarget } from './friendship-button.tsx';

const network = vi.fn();
const onStanding = vi.fn();
const user: FriendTarget = {
  id: 7,
  firstname: 'Ольга',
  lastname: 'Громова',
  friendship: '',
  friendship_direction: null,
};
const asking: FriendTarget = { ...user, friendship: 'request', friendship_direction: 'in' };
const friend: FriendTarget = { ...user, friendship: 'friend', kith: 0 };

beforeEach(() => {
  network.mockReset();
  onStanding.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const show = (person: FriendTarget) =>
  showComponent(<FriendshipButton user={person} look="wide" onFriendship={onStanding} />);
const answer = (friendship: string, friendship_direction: string | null = null) =>
  Response.json({ id: 7, friendship, friendship_direction, kith: 0 });
const refusal = (message: string) => Response.json({ message, code: 'internal' }, { status: 500 });
const said = () => waitingToasts().map(({ message }) => message);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name, hidden: true }));

test('a request shows as sent at once, and the server is asked once', async () => {
  let tell: (response: Response) => void = () => {};
  network.mockReturnValue(new Promise((resolve) => (tell = resolve)));
  await show(user);
  await press('Добавить в круг');
  expect(screen.getByRole('button', { name: 'Заявка отправлена' })).toBeInTheDocument();
  tell(answer('request', 'out'));
  await waitFor(() => expect(said()).toEqual(['Заявка успешно отправлена']));
  expect(network).toHaveBeenCalledTimes(1);
  expect(network.mock.calls[0]).toMatchObject(['/api/users/friends/7', { method: 'PUT' }]);
});

test('a request that fails is taken back, and the reason is said', async () => {
  network.mockResolvedValue(refusal(''));
  await show(user);
  await press('Добавить в круг');
  await waitFor(() => expect(said()).toEqual(['Произошла ошибка при отправке заявки']));
  expect(screen.getByRole('button', { name: 'Добавить в круг' })).toBeInTheDocument();
});

test('requests of both that crossed are a friendship', async () => {
  network.mockResolvedValue(answer('friend'));
  await show(user);
  await press('Добавить в круг');
  await waitFor(() => expect(said()).toEqual(['Пользователь успешно добавлен в друзья!']));
  expect(screen.getByRole('button', { name: 'В вашем круге' })).toBeInTheDocument();
});

test('an acceptance waits for the server, and the focus goes on from the button that came instead', async () => {
  let tell: (response: Response) => void = () => {};
  network.mockReturnValue(new Promise((resolve) => (tell = resolve)));
  await show(asking);
  await press('Принять: Ольга Громова');
  expect(screen.getByRole('button', { name: 'Принять: Ольга Громова' })).toHaveAttribute('aria-busy', 'true');
  await press('Скрыть заявку: Ольга Громова');
  expect(said()).toEqual(['Запрос уже отправляется. Подождите!']);
  tell(answer('friend'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'В вашем круге' })).toHaveFocus());
  expect(network).toHaveBeenCalledTimes(1);
});

test('a request put away is gone at once; a refusal brings it back', async () => {
  network.mockResolvedValue(refusal(''));
  await show(asking);
  await press('Скрыть заявку: Ольга Громова');
  await waitFor(() => expect(said()).toEqual(['Произошла ошибка при скрытии заявки']));
  expect(onStanding.mock.calls.map(([standing]) => standing.friendship)).toEqual(['', 'request']);
  expect(screen.getByRole('button', { name: 'Принять: Ольга Громова' })).toBeInTheDocument();
});

test('nobody is taken out of the circle without being asked about', async () => {
  network.mockImplementation(async () => answer(''));
  await show(friend);
  await press('Убрать из круга');
  expect(await screen.findByText('Убрать из круга?')).toBeInTheDocument();
  expect(network).not.toHaveBeenCalled();
  await press('Убрать');
  await waitFor(() => expect(said()).toEqual(['Пользователь больше не в вашем круге']));
  expect(network.mock.calls[0]).toMatchObject(['/api/users/friends/7', { method: 'DELETE' }]);
  expect(screen.getByRole('button', { name: 'Добавить в круг' })).toBeInTheDocument();
});

test('a friend is marked as family, and the mark says that it is private', async () => {
  network.mockResolvedValue(answer('friend'));
  await show(friend);
  expect(screen.getByText('Отметку «родные» видите только вы')).toBeInTheDocument();
  await press('Отметить родными');
  await waitFor(() => expect(network).toHaveBeenCalledTimes(1));
  expect(network.mock.calls[0]).toMatchObject(['/api/users/friend', { body: '{"id":7,"kith":1}' }]);
});

test('a silence is chosen with its length', async () => {
  network.mockResolvedValue(Response.json({ muted: 1, muted_until: null }));
  await show(friend);
  await press('Приглушить');
  await userEvent.click(await screen.findByRole('radio', { name: 'На 8 часов', hidden: true }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Приглушить', hidden: true }).at(-1) as HTMLElement);
  await waitFor(() => expect(network).toHaveBeenCalledTimes(1));
  expect(network.mock.calls[0]).toMatchObject(['/api/users/mute/7', { method: 'PUT', body: '{"seconds":28800}' }]);
});
