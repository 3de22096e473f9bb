import { expect, test } from 'vitest';
import { decodePage } from './decode-page.ts';
import { cleanText, parsePage } from './parse-page.ts';

test('a page is described by its Open Graph words, and by its title and description without them', () => {
  expect(
    parsePage(`<!doctype html><html><head><title>Запасной</title>
      <META PROPERTY="og:title" content="Лодка &laquo;Ока&raquo; &#x2014; 5&nbsp;м">
      <meta property='og:description' content='Почти новая'><meta property=og:site_name content=Верфь>
      <meta property="og:image" content="/a.jpg?w=1&amp;h=2"></head><body>`),
  ).toEqual({ title: 'Лодка «Ока» — 5 м', description: 'Почти новая', siteName: 'Верфь', image: '/a.jpg?w=1&h=2' });
  expect(parsePage('<title>\n Просто &lt;страница&gt;\n </title><meta name="Description" content="О ней">')).toEqual({
    title: 'Просто <страница>',
    description: 'О ней',
    siteName: '',
    image: '',
  });
});

test('words in comments, scripts and later titles are not those of the page', () => {
  const page = `<!-- <title>Нет</title> --><script>document.write('<title>Нет</title>')</script>
    <title>Да</title><body><svg><title>Нет</title></svg><meta property="og:title" content="">`;
  expect(parsePage(page)?.title).toBe('Да');
});

test('a page without a title has no card', () => {
  for (const page of [
    '',
    '<p>x',
    '<title> </title>',
    '<meta name=description content=x>',
    '<title>\u200b\u202e</title>',
  ])
    expect(parsePage(page), page).toBeUndefined();
});

test('broken and endless markup does no harm', () => {
  expect(parsePage(`<title>${'я'.repeat(500_000)}`)?.title ?? '').not.toMatch(/я{200}/);
  const before = process.cpuUsage();
  parsePage('<meta '.repeat(90_000));
  parsePage('<'.repeat(500_000));
  parsePage('<a'.repeat(250_000));
  parsePage('&'.repeat(500_000));
  // Processor time: a busy machine does not make it longer.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

test('text is one line without signs that show nothing or turn it around', () => {
  expect(cleanText('a\u0000b\tc\r\nd\u2028e', 20)).toBe('a b c d e');
  expect(cleanText('txt.\u202Egpj\u2066.exe\u200b\ufeff', 20)).toBe('txt.gpj.exe');
  expect(cleanText('👨‍👩‍👧 да', 20)).toBe('👨‍👩‍👧 да');
  expect(cleanText(`Z${'\u0301'.repeat(200)}algo`, 20)).toBe(`Z${'\u0301'.repeat(4)}algo`);
  expect(cleanText('слово '.repeat(10), 12)).toBe('слово слово…');
  expect([...cleanText('😀'.repeat(50), 10)]).toHaveLength(10);
});

const bytes = (...codes: number[]) => Buffer.from(codes);
/** «Привет» in windows-1251. */
const PRIVET = bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);

test('a page is read in its charset: of the mark, the header, its own words, else UTF-8', () => {
  const inWords = Buffer.concat([Buffer.from('<meta charset="windows-1251"><title>'), PRIVET]);
  expect(decodePage(inWords, 'text/html')).toContain('Привет');
  const inOldWords = Buffer.concat([
    Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=cp1251">'),
    PRIVET,
  ]);
  expect(decodePage(inOldWords, 'text/html')).toContain('Привет');
  expect(decodePage(PRIVET, 'text/html; charset="Windows-1251"')).toBe('Привет');
  expect(decodePage(Buffer.from('\ufeffПривет'), 'text/html; charset=windows-1251')).toBe('Привет');
  expect(decodePage(Buffer.from('Привет'), 'text/html')).toBe('Привет');
  expect(decodePage(Buffer.from('Привет'), 'text/html; charset=klingon')).toBe('Привет');
  expect(decodePage(PRIVET, 'text/html; charset=utf-8')).toContain('\ufffd');
});
