import { LANGUAGES } from '@app/contract/platform/languages';
import { expect, test } from 'vitest';
import { texts } from '../texts.ts';
import { Email } from './email.ts';
import { renderEmail } from './render-email.ts';

const activation: Email = {
  id: '0f0c6a5e-7a55-4a53-9c39-3f9d0a4a6a01',
  queued_at: '2026-11-21T12:00:00.000Z',
  to: 'anna@example.com',
  lang: 'ru',
  template: 'activation',
  values: { code: '042617', minutes: 15 },
};

const TEMPLATES = [
  'activation',
  'recovery',
  'password_changed',
  'subscription_paid',
  'saved_search',
  'price_drop',
  'back_on_sale',
  'new_ad',
];
const alert = { name: 'Велосипед, Казань', title: 'Велосипед', count: 2, price: 8000, before: 9000 };

test.each(LANGUAGES)('every letter has its texts in %s, with nothing left to fill in', (lang) => {
  const values = {
    code: '042617',
    minutes: 15,
    when: '2026-11-21T12:00:00Z',
    until: '2027-11-21',
    amount: 399,
    ...alert,
  };
  for (const template of TEMPLATES) {
    const { subject, text, html } = renderEmail(texts, { ...activation, lang, template, values });
    expect(subject).not.toContain('mail.');
    expect(text + html).not.toMatch(/mail\.|\{|\}|undefined/);
    expect(html).toContain(`<html lang="${lang}">`);
  }
});

test('the code stands on a line of its own in both forms, with the minutes counted in words', () => {
  const { subject, text, html } = renderEmail(texts, activation);
  expect(subject).toBe('Код подтверждения в «Около»');
  expect(text).toContain('\n\n042617\n\n');
  expect(text).toContain('Код действует 15 минут.');
  expect(html).toMatch(/<p style="[^"]*monospace[^"]*">042617<\/p>/);
});

test('days, moments and sums are written as the recipient writes them', () => {
  const paid = { ...activation, template: 'subscription_paid', values: { until: '2027-11-21', amount: 1399 } };
  expect(renderEmail(texts, paid).text).toMatch(/1\s399 ₽[\s\S]*до 21 ноября 2027 г\./);
  expect(renderEmail(texts, { ...paid, lang: 'en' }).text).toMatch(/1,399 ₽[\s\S]*until November 21, 2027/);
  const changed = { ...activation, template: 'password_changed', values: { when: '2026-11-21T12:05:00Z' } };
  expect(renderEmail(texts, changed).text).toContain('21 ноября 2026 г. в 15:05 МСК');
  expect(renderEmail(texts, changed, 'Asia/Vladivostok').text).toContain('21 ноября 2026 г. в 22:05 GMT+10');
});

test('a link is a button in HTML and an address in plain text', () => {
  const { text, html } = renderEmail(texts, {
    ...activation,
    values: { ...activation.values, link: 'https://a.ru/?x=1&y=2' },
  });
  expect(text).toContain('Открыть «Около»:\nhttps://a.ru/?x=1&y=2');
  expect(html).toMatch(/<a href="https:\/\/a\.ru\/\?x=1&amp;y=2" style="[^"]+">Открыть «Около»<\/a>/);
});

test('a link that runs a script is refused', () => {
  const letter = { ...activation, values: { link: 'javascript:alert(1)' } };
  expect(() => renderEmail(texts, letter)).toThrow('An email cannot link to javascript:');
});

test('what a person wrote can neither add a paragraph nor markup', () => {
  const { text, html } = renderEmail(texts, {
    ...activation,
    values: { code: '<b>1</b>\n\nЗайдите на evil.ru', minutes: 15 },
  });
  expect(text).toContain('<b>1</b> Зайдите на evil.ru');
  expect(html).toContain('&lt;b&gt;1&lt;/b&gt;');
});

test.each(['a@b.ru\r\nBcc: c@d.ru', 'a@b.ru, c@d.ru', 'Anna <a@b.ru>', 'a b@c.ru', '@b.ru'])(
  '%j is no address',
  (to) => {
    expect(Email.safeParse({ ...activation, to }).success).toBe(false);
  },
);

test('what an email is about stands below its text, and what people wrote stays text', () => {
  const link = 'https://okolo.example/ad/7';
  const unsubscribe = 'https://okolo.example/unsubscribe?token=s.1.2.x';
  const items = [{ title: '<b>Велосипед</b>\nи санки', note: '8 000 ₽', link }];
  const { text, html } = renderEmail(texts, {
    ...activation,
    template: 'saved_search',
    values: { ...alert },
    items,
    unsubscribe,
  });
  expect(text).toContain(`<b>Велосипед</b> и санки, 8 000 ₽\n${link}`);
  expect(text).toContain(`Не присылать таких писем:\n${unsubscribe}`);
  expect(html).toContain(`<a href="${link}"`);
  expect(html).toContain('&lt;b&gt;Велосипед&lt;/b&gt; и санки');
  expect(html).toContain(`<a href="${unsubscribe}"`);
});
