import { expect, test } from 'vitest';
import { isOgrn } from './ogrn.ts';
import { OPERATOR } from './operator.ts';

test.each(['1027700132195', '304500116000157', OPERATOR.ogrn])('the OGRN %s is accepted', (ogrn) => {
  expect(isOgrn(ogrn)).toBe(true);
});

test.each(['1027700132194', '304500116000158', '0000000000000', '10277001321950', ''])(
  'the OGRN "%s" is refused',
  (ogrn) => {
    expect(isOgrn(ogrn)).toBe(false);
  },
);
