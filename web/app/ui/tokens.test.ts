import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTokens, writeOutTokens } from '../../vite-tokens.ts';

const APP = path.join(import.meta.dirname, '..');

test('what is written on a filled ground is never written on its soft shade, where it would be white on pink', async () => {
  const read = (file: string): Promise<string> => readFile(path.join(APP, file), 'utf8');
  const tokens = readTokens(await read('ui/tokens.css'), await read('ui/shared.css'));
  const unreadable: string[] = [];
  for await (const file of glob('**/*.css', { cwd: APP })) {
    const styles = writeOutTokens(await read(file), tokens);
    for (const [rule] of styles.matchAll(/[^{}]+\{[^{}]*\}/g)) {
      if (rule.includes('background: var(--ok-danger-soft)') && rule.includes(' color: var(--ok-danger-ink)'))
        unreadable.push(`${file}:${rule.split('{')[0]}`);
    }
  }
  expect(unreadable).toEqual([]);
});
