import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LANGUAGES, type Lang } from '@app/contract/platform/languages';
import { simpleParser } from 'mailparser';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import source from '../../../../contract/locales/ru/mail.json' with { type: 'json' };
import { createQueue } from '../queue/queue.ts';
import { texts } from '../texts.ts';
import type { Email } from './email.ts';
import { createMail, outboxDirectory } from './mail.ts';
import { renderEmail } from './render-email.ts';

const UNSUBSCRIBE = 'https://okolo.example/unsubscribe?token=f.1.0.0123456789012345678901';
const LINK = 'https://okolo.example/ad/7?from=email&x=1';
const TEMPLATES = Object.keys(source).flatMap((key) => /^(\w+)\.subject$/.exec(key)?.[1] ?? []);

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'okolo-emails-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A value for each name in the texts of an email: a number where the text counts, otherwise signs of markup and of headers. */
function valuesFor(template: string): Email['values'] {
  const parts = Object.entries(source).filter(([key]) => key.startsWith(`${template}.`));
  const text = parts.map(([, part]) => part).join(' ');
  const names = [...text.matchAll(/\{(\w+)\s*[},]/g)].map(([, name = '']) => name);
  const counted = new Set([...text.matchAll(/\{(\w+), plural/g)].map(([, name]) => name));
  const values = names.map((name) => [name, counted.has(name) ? 2 : `«Ж» & <b>${name}</b> "자전거"`] as const);
  return { ...Object.fromEntries(values), link: LINK };
}

async function send(template: string, lang: Lang): Promise<{ raw: Buffer; content: ReturnType<typeof renderEmail> }> {
  const log = pino({ level: 'silent' });
  const queue = createQueue({ db: undefined as never, log });
  const mail = createMail({ config: { mailFrom: 'Около <no-reply@okolo.example>', dataDir }, queue, log });
  const email: Email = {
    id: '0e79a045-6879-4e5e-afeb-02117e67a47c',
    queued_at: '2026-11-27T12:00:00.000Z',
    to: 'anna@example.com',
    lang,
    template,
    values: valuesFor(template),
    items: [{ title: 'Лодка <i>', note: 'За 5 000 ₽', link: 'https://okolo.example/ad/8' }],
    unsubscribe: UNSUBSCRIBE,
  };
  const content = renderEmail(texts, email, 'Europe/Moscow');
  await mail.deliver(email, content, { name: 'Соседи, «рядом»', address: '' });
  const folder = outboxDirectory({ dataDir });
  const [file = ''] = await readdir(folder);
  const raw = await readFile(path.join(folder, file));
  await rm(path.join(folder, file));
  return { raw, content };
}

const withoutSpaces = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

test.each(LANGUAGES)('a mail program reads every kind of email in %s as it was meant', async (lang) => {
  for (const template of TEMPLATES) {
    const { raw, content } = await send(template, lang);
    const mail = await simpleParser(raw);
    const where = `${template} in ${lang}`;
    expect(mail.subject, where).toBe(content.subject);
    expect(withoutSpaces(mail.text), where).toBe(withoutSpaces(content.text));
    expect(withoutSpaces(mail.html || ''), where).toBe(withoutSpaces(content.html));
    expect(mail.attachments, where).toEqual([]);
    expect(mail.from?.value, where).toEqual([{ name: 'Соседи, «рядом»', address: 'no-reply@okolo.example' }]);
    expect(
      [mail.to].flat().map((to) => to?.text),
      where,
    ).toEqual(['anna@example.com']);
    expect(mail.date, where).toEqual(new Date('2026-11-27T12:00:00.000Z'));
    expect(mail.headers.get('content-type'), where).toMatchObject({ value: 'multipart/alternative' });
    expect(mail.headers.get('content-language'), where).toBe(lang);
    expect(mail.headers.get('list'), where).toMatchObject({ unsubscribe: { url: UNSUBSCRIBE } });
    for (const text of [mail.subject, mail.text]) expect(text, where).not.toMatch(/\{\w+[},]|undefined|mail\.\w+/);
    expect(mail.text, where).toContain(LINK);
    expect(mail.html, where).toContain('&lt;');
    expect(mail.html, where).not.toMatch(/<[bi]>/);
    expect(raw.toString('latin1').match(/charset=utf-8/gi), where).toHaveLength(2);
    expect(
      raw.every((byte) => byte < 128),
      `${where} is plain ASCII on the wire`,
    ).toBe(true);
    expect(
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      ),
      where,
    ).toBeLessThan(998);
  }
});
