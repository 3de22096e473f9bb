import { expect, test } from 'vitest';
import { EMPTY_DRAFT, loadLocalDraft, saveLocalDraft, toRegistration } from './draft.ts';

const versions = { policy: 'p1', consent: 'c1', agreement: 'a1' };

test('what was typed survives a reload, passwords and the consent do not', () => {
  saveLocalDraft(sessionStorage, {
    ...EMPTY_DRAFT,
    user_firstname: 'Елена',
    user_password: 'тайна12',
    repeat: 'тайна12',
    consent: true,
  });
  expect(sessionStorage.getItem('registration')).not.toContain('тайна12');
  expect(loadLocalDraft(sessionStorage)).toEqual({ ...EMPTY_DRAFT, user_firstname: 'Елена' });
});

test('a broken draft starts an empty form', () => {
  sessionStorage.setItem('registration', '{');
  expect(loadLocalDraft(sessionStorage)).toEqual(EMPTY_DRAFT);
});

test('bank details leave the browser only for companies', () => {
  const draft = { ...EMPTY_DRAFT, user_bank_inn: '7707083893' };
  expect(toRegistration(draft, null, versions)).not.toHaveProperty('user_bank_inn');
  expect(toRegistration({ ...draft, user_legal_status: '1' }, 5, versions)).toMatchObject({
    user_bank_inn: '7707083893',
    invitation_user_id: 5,
    consent_version: 'c1',
    agreement_version: 'a1',
  });
});

test.each([
  ['905 000-00-00', '7', '79050000000'],
  ['+7 (905) 000-00-00', '7', '79050000000'],
  ['8 905 000 00 00', '7', '79050000000'],
  ['29 123 45 67', '375', '375291234567'],
])('the phone %s with the code %s is sent as %s', (user_phone, user_country_code, sent) => {
  const draft = { ...EMPTY_DRAFT, user_phone, user_country_code };
  expect(toRegistration(draft, null, { policy: '', consent: '', agreement: '' }).user_phone).toBe(sent);
});
