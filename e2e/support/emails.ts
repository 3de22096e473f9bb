import { expect } from '@playwright/test';
import { productUrl } from './product.ts';
import { recordSecret } from './secrets.ts';

interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
}

/** These emails are sent automatically after a sign-in from a second device. */
const ALERT = 'Вход с нового устройства';

export async function listEmails(address: string): Promise<Email[]> {
  const answer = await fetch(`${await productUrl()}/dev/outbox.json`);
  const emails = (await answer.json()) as Email[];
  return emails.filter(({ to, subject }) => to === address && subject !== ALERT);
}

/** Waits until `count` emails to an address exist, because they are sent by a job, and returns the newest. */
async function latestEmail(address: string, count: number): Promise<Email> {
  await expect.poll(async () => (await listEmails(address)).length).toBeGreaterThanOrEqual(count);
  const [email] = await listEmails(address);
  if (email === undefined) throw new Error(`No letter to ${address}`);
  return email;
}

/** Waits for an email to an address that contains the phrase in subject or text; returns the newest such email. */
export async function waitForEmail(address: string, phrase: string, timeout?: number): Promise<Email> {
  const find = async () =>
    (await listEmails(address)).find(({ subject, text }) => `${subject}\n${text}`.includes(phrase));
  await expect.poll(find, timeout === undefined ? {} : { timeout }).toBeDefined();
  const email = await find();
  if (email === undefined) throw new Error(`No letter to ${address} says ${phrase}`);
  return email;
}

export async function latestCode(address: string, count = 1): Promise<string> {
  const { text } = await latestEmail(address, count);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`No code in the letter to ${address}: ${text}`);
  recordSecret(code);
  return code;
}
