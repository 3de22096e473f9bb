import { FILE_NAME_MAX } from '@app/contract/messaging/chat-files';
import { expect, test } from 'vitest';
import { cleanName, contentDisposition, cutName } from './file-name.ts';

test.each([
  ['Договор аренды.pdf', 'Договор аренды.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Anna\\Рабочий стол\\скан.png', 'скан.png'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\u2066a\u2069\u200f\u061c.txt', 'a.txt'],
  ['a\u0000b\u0007\u001b[31m.txt', 'ab[31m.txt'],
  ['line\r\nContent-Type: text/html.txt', 'html.txt'],
  ['photo.jpg                                     .exe', 'photo.jpg .exe'],
  ['virus.exe. . .', 'virus.exe'],
  ['.bashrc', '.bashrc'],
  ['...', ''],
  ['..', ''],
  ['  ', ''],
  ['', ''],
  [undefined, ''],
  ['и\u0306.txt', 'й.txt'],
  ['half \ud83d.txt', 'half .txt'],
  ['👨‍👩‍👧 семья.jpg', '👨‍👩‍👧 семья.jpg'],
  ['zero\u200bwidth\ufeff.txt', 'zerowidth.txt'],
])('a file sent as %j is called %j', (sent, name) => {
  expect(cleanName(sent)).toBe(name);
});

test('a long name keeps its end in sight and stays within the limit', () => {
  const name = cleanName(`${'очень '.repeat(100)}.docx`);
  expect(name.length).toBeLessThanOrEqual(FILE_NAME_MAX);
  expect(name).toMatch(/^очень .*….docx$/);
  expect(cleanName('x'.repeat(500))).toHaveLength(FILE_NAME_MAX);
  expect(cutName('👍'.repeat(40), 20).isWellFormed()).toBe(true);
});

test('a name goes into a header without getting out of it', () => {
  expect(contentDisposition('attachment', 'Счёт "1" (2)%.pdf')).toBe(
    `attachment; filename="____ _1_ (2)_.pdf"; filename*=UTF-8''%D0%A1%D1%87%D1%91%D1%82%20%221%22%20%282%29%25.pdf`,
  );
});
