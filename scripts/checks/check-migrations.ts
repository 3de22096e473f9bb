import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusedStatements } from './migration-rules.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../server/migrations');
/** Files up to this one ran before the rules were made. */
const LAST_BEFORE_RULES = '0090';

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
if (files.length === 0) throw new Error('No migrations were found to check');
const checked = files.filter((name) => name.slice(0, 4) > LAST_BEFORE_RULES);
const found = checked.flatMap((name) => refusedStatements(name, readFileSync(path.join(FOLDER, name), 'utf8')));
for (const line of found) console.error(line);
console.log(
  `migrations: ${checked.length} of ${files.length} files, ${found.length} statements that stop a large site`,
);
process.exit(found.length > 0 ? 1 : 0);
