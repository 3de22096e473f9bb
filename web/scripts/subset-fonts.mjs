// Cuts Onest to the letters and weights the site uses; run after an upgrade of @fontsource-variable/onest and commit the result.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subset from 'subset-font';

const require = createRequire(import.meta.url);
const source = path.join(path.dirname(require.resolve('@fontsource-variable/onest/package.json')), 'files');
const target = path.join(import.meta.dirname, '../app/ui/fonts');

const upTo600 = String.fromCodePoint(...Array.from({ length: 0x600 }, (_, code) => code).filter((code) => code >= 32));
const signs = '—–«»“”„…•·×→←↑↓−№\u00a0\u202f';

async function cut(subsetName, text, name) {
  const font = readFileSync(path.join(source, `onest-${subsetName}-wght-normal.woff2`));
  const file = await subset(font, text, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 800 } } });
  writeFileSync(path.join(target, `onest-${name}.woff2`), file);
  process.stdout.write(`onest-${name}.woff2 ${file.length} bytes\n`);
}

await cut('latin', upTo600 + signs, 'latin');
await cut('cyrillic', upTo600 + signs, 'cyrillic');
// The rouble sign lives in the 28 KB latin-ext file; alone it is about a kilobyte.
await cut('latin-ext', '₽', 'rub');
