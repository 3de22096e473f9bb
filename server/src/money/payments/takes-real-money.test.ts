import { expect, test } from 'vitest';
import { parseConfig } from '../../platform/config.ts';
import { takesRealMoney } from './takes-real-money.public.ts';

const SHOP = { PAYMENT_PROVIDER: 'yookassa', YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_secret' };

test.each([
  ['the sandbox', {}, false],
  ['a shop', SHOP, true],
  ['a test shop', { ...SHOP, YOOKASSA_SECRET_KEY: 'test_secret' }, false],
  ['a stand-in at another address', { ...SHOP, YOOKASSA_API_URL: 'http://127.0.0.1:9/v3/' }, false],
  [
    'an address that only looks like the provider’s',
    { ...SHOP, YOOKASSA_API_URL: 'https://notyookassa.ru/v3/' },
    false,
  ],
])('%s moves money: %s', (_case, environment, isReal) => {
  expect(takesRealMoney(parseConfig(environment).payment)).toBe(isReal);
});
