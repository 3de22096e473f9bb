// Writes a .br and a .gz beside every text file of the built site, so that the server only picks one.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = path.join(import.meta.dirname, '../build/client');
const TEXT = /\.(js|css|svg|json|webmanifest|txt|html|map)$/;
/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 512;
/** There are hundreds of files of texts: the best quality takes three times as long for 1.4 % of their bytes. */
const qualityOf = (file) => (path.basename(file).startsWith('texts-') ? 10 : 11);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file) {
  const bytes = readFileSync(file);
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: qualityOf(file), [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    zip(bytes, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

const files = readdirSync(folder, { recursive: true })
  .map((name) => path.join(folder, String(name)))
  .filter((file) => TEXT.test(file) && statSync(file).isFile() && statSync(file).size >= MIN_BYTES);
await Promise.all(files.map(compress));
process.stdout.write(`compressed ${files.length} files\n`);
