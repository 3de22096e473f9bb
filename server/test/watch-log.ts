import { findLoggedWords } from './find-logged-words.ts';

const ERROR = /^\{"level":[56]0\b/;

/** Takes the log of a product under test, shows its errors, and refuses at the end what no log may hold. */
export function watchLog(...secrets: string[]) {
  const found: string[] = [];
  return {
    know: (secret: string): void => void secrets.push(secret),
    write(line: string): void {
      found.push(...findLoggedWords(line, secrets));
      if (ERROR.test(line)) process.stdout.write(line);
    },
    check(): void {
      if (found.length > 0) throw new Error(`The log holds secrets or words of people:\n${found.join('\n')}`);
    },
  };
}
