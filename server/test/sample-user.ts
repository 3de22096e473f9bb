import type { DemoUser } from '../src/people/users/users.public.ts';

/** A user to insert, whose email goes by the login; logins and phones are unique. */
export const sampleUser = (login: string, phone: string, part: Partial<DemoUser> = {}): DemoUser => ({
  login,
  // No password fits it.
  password_hash: 'none',
  firstname: 'Проба',
  lastname: 'Пробин',
  email: `${login}@example.com`,
  phone,
  country_id: null,
  city_id: null,
  photo_image_id: null,
  position: '',
  description: '',
  registered_at: new Date(),
  ...part,
});
