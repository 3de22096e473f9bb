import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
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
