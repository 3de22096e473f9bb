import { expect, test } from 'vitest';
import { parsePublicationText } from './publication-text-parts.ts';

test('tags, people and links are told apart from the text around them', () => {
  expect(parsePublicationText('Старый #Причал, снимает @maria: https://okolo.example/pier.', { maria: 7 })).toEqual([
    { kind: 'text', text: 'Старый ' },
    { kind: 'tag', text: '#Причал', tag: 'причал' },
    { kind: 'text', text: ', снимает ' },
    { kind: 'mention', text: '@maria', userId: 7 },
    { kind: 'text', text: ': ' },
    { kind: 'link', text: 'https://okolo.example/pier', url: 'https://okolo.example/pier' },
    { kind: 'text', text: '.' },
  ]);
});

test('a number is no tag, and a tag in an address belongs to the address', () => {
  expect(parsePublicationText('Место #1 на www.okolo.example/#pier', {})).toEqual([
    { kind: 'text', text: 'Место #1 на ' },
    { kind: 'link', text: 'www.okolo.example/#pier', url: 'https://www.okolo.example/#pier' },
  ]);
});

test('somebody who is not there is text, and so is a mail address', () => {
  const text = 'Пишите @nobody или me@maria.example';
  expect(parsePublicationText(text, { maria: 7 })).toEqual([{ kind: 'text', text }]);
});

test('a login may end the sentence', () => {
  expect(parsePublicationText('С нами @Maria.', { maria: 7 })).toEqual([
    { kind: 'text', text: 'С нами ' },
    { kind: 'mention', text: '@Maria', userId: 7 },
    { kind: 'text', text: '.' },
  ]);
});

test('a link within brackets leaves them to the sentence', () => {
  expect(parsePublicationText('(https://okolo.example/a)', {})[1]).toMatchObject({ text: 'https://okolo.example/a' });
  expect(parsePublicationText('https://okolo.example/a_(b)', {})[0]).toMatchObject({
    text: 'https://okolo.example/a_(b)',
  });
});

test('nothing but http and https becomes a link', () => {
  const text = 'javascript:alert(1) data:text/html,x ftp://okolo.example';
  expect(parsePublicationText(text, {})).toEqual([{ kind: 'text', text }]);
});
