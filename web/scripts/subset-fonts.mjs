// Cuts Onest to the letters and weights the site uses; run after an upgrade of @fontsource-variable/onest and commit the result.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subset from 'subset-font';

const require = createRequire(import.meta.url);
const source = path.join(path.dirname(require.resolve('@fontsource-variable/onest/package.json')), 'files');
const target = path.join(import.meta.dirname, '../app/ui/fonts');

function range(from, to) {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

async function cut(subsetName, text, name) {
  const font = readFileSync(path.join(source, `onest-${subsetName}-wght-normal.woff2`));
  const file = await subset(font, text, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 800 } } });
  writeFileSync(path.join(target, `onest-${name}.woff2`), file);
  process.stdout.write(`onest-${name}.woff2 ${file.length} bytes\n`);
}

// Digits, English letters and punctuation, which every language needs; letters with accents only where they are read
// (except those in the names of languages, which stand on every page).
await cut('latin', `${range(0x20, 0x7e)}çñ\u00a0\u202f©«»·²–—‘’“”„…•×−`, 'basic');
await cut('latin', `${range(0xa1, 0x2ff)}←↑→↓€™`, 'accents');
await cut('cyrillic', range(0x400, 0x4ff), 'cyrillic');
// The rouble sign lives in the 28 KB latin-ext file; alone it is about a kilobyte.
await cut('latin-ext', '₽', 'rub');
