import { expect, test } from 'vitest';
import { isCommonPassword, isNamePassword } from './common-passwords.public.ts';
import { hashPassword, verifyPassword } from './passwords.public.ts';

test('a password is recognised and another is not', async () => {
  const stored = await hashPassword('Зимний вечер 7');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('Зимний вечер 7', stored)).toBe(true);
  expect(await verifyPassword('зимний вечер 7', stored)).toBe(false);
});

test('nobody has a password', async () => {
  expect(await verifyPassword('nobody has this password', undefined)).toBe(false);
});

test('more people at once than can wait are asked to come back later', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('x')));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests' } });
  expect(await verifyPassword('x', await hashPassword('x'))).toBe(true);
});

test('the commonest passwords are known in any letter case', () => {
  expect(['123456', 'qwerty', 'Password1', 'iloveyou', 'йцукен'].map(isCommonPassword)).toEqual(Array(5).fill(true));
  expect(isCommonPassword('velosiped-u-okna')).toBe(false);
});

test('a name with digits and signs around it is no password, nor is the phone', () => {
  const names = ['Ксения.К', 'okolo', 'kseniya@mail.example'];
  for (const password of ['Ксения.К', '1ксения.к!', 'OKOLO2026', '«okolo»', 'kseniya@mail.example'])
    expect([password, isNamePassword(password, names)]).toEqual([password, true]);
  for (const password of ['okolo-doma-2026', 'velosiped', '483920'])
    expect([password, isNamePassword(password, names, '+79031234567')]).toEqual([password, false]);
  expect(['9031234567', '1234567', '+7 903 123-45-67'].map((one) => isNamePassword(one, [], '+79031234567'))).toEqual(
    Array(3).fill(true),
  );
});
