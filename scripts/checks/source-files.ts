import { readdirSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'build', '.react-router']);

export function sourceFiles(folders: readonly string[], pattern: RegExp): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(entry.parentPath.split(path.sep).join('/'), entry.name))
    .filter((file) => pattern.test(file) && !file.split('/').some((part) => SKIPPED.has(part)))
    .sort();
}
