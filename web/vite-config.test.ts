import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const config = readFileSync(path.join(import.meta.dirname, 'vite.config.ts'), 'utf8');
const named = [...config.matchAll(/okolo-contract\\\/(?:\(([^)]+)\)|([\w\\/-]+))\$/g)].flatMap(([, many, one]) =>
  (many ?? one ?? '').replaceAll('\\/', '/').split('|'),
);

test('the chunks of the site name modules of the contract that exist', () => {
  expect(named).toContain('reference/reference');
  const isThere = (name: string) => existsSync(path.join(import.meta.dirname, `../contract/src/${name}.ts`));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
