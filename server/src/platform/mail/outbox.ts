import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

const SHOWN_MAX = 100;
const EMAIL_EXTENSION = '.eml';
const SMS_EXTENSION = '.sms.json';

export interface OutboxEmail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
}

export async function saveEmail(
  directory: string,
  { id, queuedAt }: { id: string; queuedAt: string },
  eml: Uint8Array,
): Promise<void> {
  await saveFile(directory, `${nameOf(queuedAt, id)}${EMAIL_EXTENSION}`, eml);
}

export async function saveSms(
  directory: string,
  { id, queuedAt, to, text }: { id: string; queuedAt: string; to: string; text: string },
): Promise<void> {
  await saveFile(directory, `${nameOf(queuedAt, id)}${SMS_EXTENSION}`, JSON.stringify({ to, text, date: queuedAt }));
}

// Some file systems forbid colons. File names sort by time.
const nameOf = (queuedAt: string, id: string): string => `${queuedAt.replaceAll(':', '')}-${id}`;

async function saveFile(directory: string, name: string, content: string | Uint8Array): Promise<void> {
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, name);
  const unfinished = `${file}.${process.pid}.tmp`;
  await fs.writeFile(unfinished, content);
  await fs.rename(unfinished, file);
}

export async function listOutbox(directory: string): Promise<OutboxEmail[]> {
  const names = (await listNames(directory)).toSorted().toReversed().slice(0, SHOWN_MAX);
  return Promise.all(names.map((name) => parseFile(path.join(directory, name))));
}

export async function readEmail(directory: string, id: string): Promise<OutboxEmail | undefined> {
  // The id is compared with existing names, so that it cannot lead out of the directory.
  const name = (await listNames(directory)).find((file) => idOf(file) === id);
  return name === undefined ? undefined : parseFile(path.join(directory, name));
}

async function listNames(directory: string): Promise<string[]> {
  const names = await fs.readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(EMAIL_EXTENSION) || name.endsWith(SMS_EXTENSION));
}

const idOf = (name: string) => name.replace(/^.*?Z-/, '').replace(/\.(eml|sms\.json)$/, '');

async function parseFile(file: string): Promise<OutboxEmail> {
  if (file.endsWith(SMS_EXTENSION)) {
    const { to, text, date }: { to: string; text: string; date: string } = JSON.parse(await fs.readFile(file, 'utf8'));
    return { id: idOf(path.basename(file)), to, subject: 'SMS', text, html: '', date };
  }
  const { to, subject = '', text = '', html = '', date = '' } = await PostalMime.parse(await fs.readFile(file));
  return { id: idOf(path.basename(file)), to: to?.[0]?.address ?? '', subject, text, html, date };
}
