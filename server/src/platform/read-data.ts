import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads a data file that stands next to the code. Data of another shape is a mistake in the repository, so it throws. */
export function readData<Schema extends z.ZodType>(file: URL, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
