import { expect } from '@playwright/test';
import { productUrl } from './product.ts';

interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
}

/** Alerts come by themselves with the second device somebody signs in from. */
const ALERT = 'Вход с нового устройства';

/** Letters to an address, newest first, apart from alerts of new devices. */
export async function lettersTo(address: string): Promise<Letter[]> {
  const answer = await fetch(`${await productUrl()}/dev/outbox.json`);
  const letters = (await answer.json()) as Letter[];
  return letters.filter(({ to, subject }) => to === address && subject !== ALERT);
}

/** The newest letter to an address, once there are `count` of them: letters are written by a job. */
async function latestLetter(address: string, count: number): Promise<Letter> {
  await expect.poll(async () => (await lettersTo(address)).length).toBeGreaterThanOrEqual(count);
  const [letter] = await lettersTo(address);
  if (letter === undefined) throw new Error(`No letter to ${address}`);
  return letter;
}

/** The newest letter to an address that says this in its subject or its text, once it is there: others may have come before. */
export async function letterSaying(address: string, words: string, timeout?: number): Promise<Letter> {
  const find = async () =>
    (await lettersTo(address)).find(({ subject, text }) => `${subject}\n${text}`.includes(words));
  await expect.poll(find, timeout === undefined ? {} : { timeout }).toBeDefined();
  const letter = await find();
  if (letter === undefined) throw new Error(`No letter to ${address} says ${words}`);
  return letter;
}

/** The six digits of the newest letter. */
export async function latestCode(address: string, count = 1): Promise<string> {
  const { text } = await latestLetter(address, count);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`No code in the letter to ${address}: ${text}`);
  return code;
}
