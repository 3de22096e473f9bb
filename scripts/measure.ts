import { readdirSync, readFileSync } from 'node:fs';
import { sourceFiles } from './checks/source-files.ts';
import {
  countComments,
  countDuplicates,
  functionsOf,
  type Measured,
  membersOf,
  percentile,
} from './checks/source-metrics.ts';

const FUNCTION_MAX = 100;
const FILE_MAX = 400;
const ENTRIES_MAX = 40;
const FOLDERS = ['contract', 'media-node', 'server', 'web'];
const TEST = /\.test\.tsx?$|\/test\//;
/** Tables of values, without logic: demo texts, seeds, generated data. */
const DATA = /\/demo\/subjects\/|\/seed\/|\/data\/|\.data\.ts$/;

const linesOf = (text: string): number => text.split('\n').length - 1;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const place = (one: Measured | undefined): string =>
  one === undefined ? 'none' : `${one.lines} (${one.file}:${one.line})`;

const all = sourceFiles([...FOLDERS, 'scripts', 'bench', 'e2e'], /\.(tsx?|mjs|js)$/);
const read = (files: readonly string[]) => files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const product = read(
  all.filter((file) => FOLDERS.includes(file.split('/')[0] ?? '') && !TEST.test(file) && !DATA.test(file)),
);
const others = read(all.filter((file) => !product.some((one) => one.file === file) && !DATA.test(file)));
const styles = read(sourceFiles(['web'], /\.css$/));

const functions = product
  .flatMap(({ file, text }) => functionsOf(file, text))
  .sort((first, second) => second.lines - first.lines);
const ofWeb = functions.filter(({ file }) => file.startsWith('web/')).map(({ lines }) => lines);
const longFiles = product
  .map(({ file, text }) => ({ file, line: 1, lines: linesOf(text) }))
  .sort((first, second) => second.lines - first.lines);
const folders = [...new Set(all.map((file) => file.slice(0, file.lastIndexOf('/'))))]
  .map((folder) => ({ folder, entries: readdirSync(folder).length }))
  .sort((first, second) => second.entries - first.entries);
const lines = sum(product.map(({ text }) => linesOf(text)));
const comments = sum(product.map(({ text }) => countComments(text)));

console.table({
  [`functions over ${FUNCTION_MAX} lines`]: functions.filter((one) => one.lines > FUNCTION_MAX).length,
  'longest function': place(functions[0]),
  'functions of the site, 99th percentile': percentile(ofWeb, 0.99),
  [`files over ${FILE_MAX} lines`]: longFiles.filter((one) => one.lines > FILE_MAX).length,
  'longest file': place(longFiles[0]),
  [`folders with more than ${ENTRIES_MAX} entries`]: folders.filter(({ entries }) => entries > ENTRIES_MAX).length,
  'fullest folder': `${folders[0]?.entries} (${folders[0]?.folder})`,
  'lines of the product': lines,
  'lines of tests, scripts and benchmarks': sum(others.map(({ text }) => linesOf(text))),
  'lines of CSS': sum(styles.map(({ text }) => linesOf(text))),
  comments,
  'lines for each comment': Math.round(lines / comments),
  'pairs of six or more equal lines': countDuplicates(product.map(({ text }) => text)),
  'the same, tests, scripts and benchmarks included': countDuplicates([...product, ...others].map(({ text }) => text)),
  'members of Services': product.flatMap(({ text }) => membersOf(text, 'Services')).length,
});
