import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';
import { componentViolations, groupViolations, scaleOf, scaleViolations, stylesheetViolations } from './style-rules.ts';

/** Fewer than this means that the search itself is broken. */
const FILES_MIN = 100;
const SHARED = 'web/app/ui/shared.css';
const TOKENS = 'web/app/ui/tokens.css';

const stylesheets = sourceFiles(['web/app'], /\.css$/).filter((file) => file !== TOKENS);
const components = sourceFiles(['web/app'], /\.tsx$|\/theme\.ts$/).filter((file) => !file.includes('.test.'));
if (stylesheets.length < FILES_MIN) throw new Error(`Only ${stylesheets.length} stylesheets were found to check`);
if (components.length < FILES_MIN) throw new Error(`Only ${components.length} components were found to check`);
const scale = scaleOf(readFileSync(TOKENS, 'utf8'));
const found = [
  ...scaleViolations(scale),
  ...groupViolations(
    readFileSync(SHARED, 'utf8'),
    stylesheets.map((file) => readFileSync(file, 'utf8')),
  ),
  ...stylesheets.flatMap((file) => stylesheetViolations(file, readFileSync(file, 'utf8'), scale)),
  ...components.flatMap((file) => componentViolations(file, readFileSync(file, 'utf8'), scale)),
];
for (const line of found) console.error(line);
console.log(
  `styles: ${stylesheets.length} stylesheets, ${components.length} components, ${scale.tokens.size} tokens, ${scale.breakpoints.size} breakpoints, ${found.length} violations`,
);
process.exit(found.length > 0 ? 1 : 0);
