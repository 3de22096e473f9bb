import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '../../contract/src/platform/languages.ts';
import { compareTexts } from './text-parity.ts';

const LOCALES = 'contract/locales';
const read = (file: string): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const files = readdirSync(`${LOCALES}/ru`);
const problems: string[] = [];
let texts = 0;
for (const file of files) {
  const russian = read(`${LOCALES}/ru/${file}`);
  texts += Object.keys(russian).length;
  for (const lang of LANGUAGES) {
    if (lang === 'ru') continue;
    problems.push(
      ...compareTexts(russian, read(`${LOCALES}/${lang}/${file}`)).map((problem) => `${lang}/${file}: ${problem}`),
    );
  }
}
if (texts < 100) throw new Error(`Only ${texts} texts were found to check`);
for (const problem of problems) console.error(problem);
console.log(`texts: ${texts} in ${LANGUAGES.length} languages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
