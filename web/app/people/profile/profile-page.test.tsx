import type { User } from '@app/contract/people/users';
import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import ProfilePage from './profile-page.tsx';

const person = { id: 7, firstname: 'Анна', middlename: '', lastname: 'Лебедева', login: 'anna' } as User;
const states = { unread: null, messages: null, sessions: null, complaints: null };

const show = (answers: number | null) => {
  const props = { loaderData: { person, states: { ...states, answers } } } as ComponentProps<typeof ProfilePage>;
  return showComponent(<ProfilePage {...props} />);
};
const tile = () => screen.getByRole('link', { name: /Мои обращения/ });

test('the profile leads to what one wrote to us, and marks answers that are not opened yet', async () => {
  await show(2);
  expect(tile()).toHaveAttribute('href', '/profile/feedback');
  expect(tile()).toHaveTextContent('2 новых ответа');
  expect(within(tile()).getByText('2')).toBeInTheDocument();
});

test('without new answers there is no mark, and where they could not be counted neither', async () => {
  const { unmount } = await show(0);
  expect(tile()).toHaveTextContent(/^Мои обращенияПисьма нам и наши ответы$/);
  unmount();
  await show(null);
  expect(tile()).toHaveTextContent(/^Мои обращенияПисьма нам и наши ответы$/);
});
