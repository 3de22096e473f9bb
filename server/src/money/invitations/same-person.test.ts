import { expect, test } from 'vitest';
import { hashAddress, isSamePerson, mailboxOf } from './same-person.ts';

test.each([
  ['Anna.Lebedeva+sale@gmail.com', 'annalebedeva@googlemail.com'],
  ['anna.l@yandex.ru', 'Anna-L+2@ya.ru'],
  ['anna+1@example.com', 'anna+2@Example.com'],
  ['anna@me.com', 'anna@icloud.com'],
])('%s and %s are one mailbox', (one, other) => {
  expect(mailboxOf(one)).toBe(mailboxOf(other));
});

test.each([
  ['anna.l@example.com', 'annal@example.com'],
  ['anna@gmail.com', 'anna@yandex.ru'],
  ['anna-l@gmail.com', 'annal@gmail.com'],
])('%s and %s are two mailboxes', (one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});

test('the same person is known by browser, mailbox or number, and nobody by having no number', () => {
  const anna = { id: 1, email: 'anna@gmail.com', phone: '+79170000001' };
  const other = { id: 2, email: 'boris@example.com', phone: null, accounts: [] };
  expect(isSamePerson(other, anna)).toBe(false);
  expect(isSamePerson(other, { ...anna, phone: null })).toBe(false);
  expect(isSamePerson({ ...other, accounts: [7, 1] }, anna)).toBe(true);
  expect(isSamePerson({ ...other, email: 'a.n.n.a+x@gmail.com' }, anna)).toBe(true);
  expect(isSamePerson({ ...other, phone: '+79170000001' }, anna)).toBe(true);
});

test('an address is one network on one day, under a key', () => {
  const day = new Date('2026-05-01T10:00:00Z');
  const hash = (ip: string, at = day, key = 'k') => hashAddress(key, ip, at).toString('hex');
  expect(hash('2001:db8:0:7::1')).toBe(hash('2001:0db8:0000:0007:aaaa:bbbb:cccc:dddd'));
  expect(hash('2001:db8::1')).not.toBe(hash('2001:db8:0:8::1'));
  expect(hash('::ffff:10.0.0.1')).toBe(hash('10.0.0.1'));
  expect(hash('10.0.0.1')).not.toBe(hash('10.0.0.2'));
  expect(hash('10.0.0.1')).not.toBe(hash('10.0.0.1', new Date('2026-05-02T10:00:00Z')));
  expect(hash('10.0.0.1')).not.toBe(hash('10.0.0.1', day, 'other'));
});
