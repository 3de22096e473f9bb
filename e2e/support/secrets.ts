import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, '../test-results/secrets.txt');

/** Passwords, tokens and codes of a run, which several processes take part in: no log may hold one of them. */
export function recordSecret(secret: string): void {
  mkdirSync(path.dirname(FILE), { recursive: true });
  appendFileSync(FILE, `${secret}\n`);
}

export const readSecrets = (): string[] =>
  existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : [];
