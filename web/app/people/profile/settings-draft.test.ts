import type { User } from '@app/contract/people/users';
import { expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { changedFields, draftOf, findClashes, rebase, type SettingsDraft, toChange } from './settings-draft.ts';

const PERSON = {
  id: 5,
  photo: null,
  firstname: 'Анна',
  lastname: 'Лебедева',
  middlename: '',
  position: '',
  description: 'О себе',
  country_id: 1,
  city_id: 2,
  location: { country: null, city: null },
  payed: 0,
  rating: null,
  rating_count: 0,
  ads_count: 0,
  allow_to_call: 1,
  legal_status: 0,
  registered: '2026-01-01T00:00:00.000Z',
  phone: '+79161234567',
  country_code: '7',
  country_iso: 'RU',
  email: 'anna@example.com',
  login: 'anna',
  familystatus: '-',
  revision: 3,
} as unknown as User;
const base = draftOf(PERSON);
const t = (key: string): string => (key === 'errors.field.login.required' ? key : '');
const check = (change: Partial<SettingsDraft>, from = base) => checkSettings({ ...from, ...change }, from, t);

test('the form shows the national part of the number', () => {
  expect(base).toMatchObject({ phone: '9161234567', country_code: '7', country_iso: 'RU' });
  expect(draftOf({ ...PERSON, phone: undefined, country_code: '' })).toMatchObject({ phone: '', country_code: '7' });
});

test('only what changed is sent, with what belongs to it and the state that was edited', () => {
  expect(toChange({ ...base, position: 'Столяр' }, base, 3)).toEqual({ position: 'Столяр', revision: 3 });
  expect(toChange({ ...base, phone: '9160000000' }, base, 3)).toEqual({
    phone: '9160000000',
    country_code: '7',
    country_iso: 'RU',
    revision: 3,
  });
  expect(toChange({ ...base, country_id: '' }, base, 3)).toMatchObject({ country_id: '', city_id: '2' });
  expect(toChange({ ...base, phone: '' }, base, 3)).toEqual({ revision: 3 });
});

test('bank details leave the browser for companies only', () => {
  const typed = { ...base, bank_inn: '7707083893' };
  expect(changedFields(typed, base)).toEqual([]);
  expect(toChange({ ...typed, legal_status: '1' }, base, 3)).toMatchObject({
    legal_status: '1',
    bank_inn: '7707083893',
  });
  expect(Object.keys(toChange({ ...typed, legal_status: '1' }, { ...typed, legal_status: '1' }, 3))).toEqual([
    'revision',
  ]);
});

test('what another window saved meanwhile is met field by field', () => {
  const mine = { ...base, position: 'Столяр', description: 'Мой текст' };
  const present = { ...base, description: 'Чужой текст', middlename: 'Игоревна' };
  expect(findClashes(mine, base, present)).toEqual(['description']);
  expect(findClashes({ ...base, description: 'Чужой текст' }, base, present)).toEqual([]);
  const both = { position: 'Столяр', middlename: 'Игоревна' };
  expect(rebase(mine, base, present)).toMatchObject({ ...both, description: 'Мой текст' });
  expect(rebase(mine, base, present, new Set(['description']))).toMatchObject({ ...both, description: 'Чужой текст' });
});

test.each([
  [{ firstname: ' ' }, { firstname: 'errors.field.firstname.required' }],
  [{ lastname: '' }, { lastname: 'errors.field.lastname.required' }],
  [{ email: '' }, { email: 'errors.field.email.required' }],
  [{ email: 'anna@' }, { email: 'errors.field.email.invalid' }],
  [{ login: 'ab' }, { login: 'errors.field.login.too_short' }],
  [{ phone: '12345' }, { phone: 'errors.field.phone.too_short' }],
  [{ phone: '123456789012' }, { phone: 'errors.field.phone.too_long' }],
  [{ phone: '91612a4567' }, { phone: 'errors.field.phone.invalid' }],
  [{ phone: '' }, { phone: 'errors.field.phone.required' }],
  [{ phone: '+(916) 123-45 67' }, {}],
])('%j is answered beside its field in the specification’s words', async (change, errors) => {
  expect(await check(change)).toEqual(errors);
});

test('a number of twelve digits from the registration may stay as it is', async () => {
  const long = { ...base, phone: '123456789012' };
  expect(await check({ position: 'Столяр' }, long)).toEqual({});
  expect(await check({ phone: '123456789013' }, long)).toEqual({ phone: 'errors.field.phone.too_long' });
});

test('companies give all bank details, entrepreneurs have no KPP', async () => {
  expect(Object.keys(await check({ legal_status: '1' }))).toHaveLength(7);
  const right = {
    legal_status: '1' as const,
    company_name: 'ИП Орлова',
    bank_name: 'Банк',
    bank_account: '4070 2810 6380 0001 0045',
    bank_cor: '30101810400000000225',
    bank_bik: '044525225',
    bank_inn: '500100732259',
  };
  expect(await check(right)).toEqual({});
  expect(await check({ ...right, bank_inn: '7707083893' })).toEqual({ bank_kpp: 'errors.field.required' });
});
