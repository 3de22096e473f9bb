import { describe, expect, test } from 'vitest';
import { findContentKinds, findWarnings } from './warnings.ts';

const OWN = 'okolo.example';
const warningsOf = (text: string) => findWarnings(text, OWN);

describe('a text warns of a link out of the site', () => {
  test.each([
    'Смотрите https://evil.com/pay',
    'http://evil.ru',
    'заходи на evil.ru',
    'evil.online/oplata',
    'яндекс-доставка.рф/123',
    'xn--80aswg.xn--p1ai',
    'hxxps://evil.com',
    'hXXp://evil.com/x',
    'evil точка ру',
    'evil (точка) ru',
    'evil dot com',
    'evil[.]com',
    'evil (.) com',
    'https://okolo.example@evil.com',
    'https://okolo.example.evil.com/ad/1',
    'www.evil.su',
    't.me/prodavec',
    '//evil.com/x',
    'evi\u200bl.com',
    'ｅｖｉｌ．ｃｏｍ',
    'https://185.12.1.4/login',
    'avitо.ru',
  ])('%s', (text) => expect(warningsOf(text)).toEqual(['link']));

  test.each([
    'https://okolo.example/ad/12',
    'okolo.example/ad/12',
    'Пишите на мою почту ivan@mail.ru',
    'Приеду в 18.30, т.к. раньше не могу',
    'Цена 15.000 руб.',
    'Договорились.Завтра',
    'Это точка невозврата',
    'и т.д. и т.п.',
    '1.2.3.4',
    '',
  ])('and not of this: %s', (text) => expect(warningsOf(text)).toEqual([]));
});

describe('a text warns of the number of a bank card', () => {
  test.each([
    '4276 3800 1234 5679',
    '4276380012345679',
    '2200-7001-2345-6781',
    'переведи на 5536.9137.1234.5673 сбер',
    '374245455400126',
    '４２７６ ３８００ １２３４ ５６７９',
    'тел 89161234567, карта 4276 3800 1234 5679',
  ])('%s', (text) => expect(warningsOf(text)).toContain('card_number'));

  test.each([
    '+7 916 123-45-67',
    '8 (916) 123-45-67',
    '89161234567 89161234568',
    '+4915123456789012',
    'IMEI 490154203237518',
    '4276 3800 1234 5675',
    'Номер заказа 1234567890123456',
    'abc4276380012345679',
  ])('and not of this: %s', (text) => expect(warningsOf(text)).not.toContain('card_number'));
});

describe('a text warns of a question for a code', () => {
  test.each([
    'Пришлите код из СМС',
    'назовите, пожалуйста, код',
    'Вам придёт код подтверждения',
    'скажи код с сообщения',
    'Нужен смс-код',
    'и три цифры на обороте',
    'CVV тоже нужен',
    'Please send me the code',
    'What is the verification code?',
    'the code from your SMS',
    'Envíame el código de verificación',
    'Schick mir den Bestätigungscode',
    'Wie ist der Code aus der SMS?',
    'Donnez-moi le code reçu par SMS',
    'Dammi il codice di verifica',
    '인증 번호 알려주세요',
    '문자로 온 코드',
  ])('%s', (text) => expect(warningsOf(text)).toEqual(['code']));

  test.each([
    'Скажите код домофона',
    'Назовите код модели',
    'Пишу код на Python',
    'Use the promo code',
    'What is your zip code?',
    'Код ошибки E5',
    'Здравствуйте! Ещё продаётся?',
  ])('and not of this: %s', (text) => expect(warningsOf(text)).toEqual([]));
});

test('the longest text is read in no time', () => {
  for (const text of ['1 '.repeat(2048), 'код '.repeat(1024), 'a.'.repeat(2048), 'скажите '.repeat(512)]) {
    const started = performance.now();
    warningsOf(text);
    expect(performance.now() - started).toBeLessThan(5000);
  }
});

test('a message carries each kind once, and its links and its card', () => {
  const files = [{ kind: 'image' }, { kind: 'image' }, { kind: 'voice' }] as const;
  expect(findContentKinds('см. https://okolo.example/ad/1', files, 'ad')).toEqual(['photo', 'voice', 'link', 'card']);
  expect(findContentKinds('Здравствуйте', [], null)).toEqual([]);
});

test('marks in a text hide nothing from the warnings', () => {
  expect(warningsOf('Переводите на 4276 **3800** _1234_ 5679')).toEqual(['card_number']);
  expect(warningsOf('Смотрите **evil**.ru')).toEqual(['link']);
});
