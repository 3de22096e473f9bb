/** What looks like an address, a number or a text of people. The log itself speaks English. */
const OF_PEOPLE = [/[\w.+-]+@[\w-]+\.\w+/, /\+7\d{10}/, /\p{Script=Cyrillic}/u];
/** The product’s name, and a client’s own path, which may hold any letters. */
const ALLOWED = [/Около/g, /"path":"[^"]*"/g];
const CODE = /^\d{4,8}$/;

const holds = (entry: string, secret: string): boolean =>
  CODE.test(secret) ? new RegExp(`\\b${secret}\\b`).test(entry) : entry.includes(secret);

/** Entries of a log that hold one of these secrets, or an address, number or text of people. */
export function findLoggedWords(log: string, secrets: Iterable<string> = []): string[] {
  const all = [...secrets].filter((secret) => secret !== '');
  return log.split('\n').filter((line) => {
    if (!line.startsWith('{')) return false;
    const words = ALLOWED.reduce((rest, allowed) => rest.replaceAll(allowed, ''), line);
    return OF_PEOPLE.some((pattern) => pattern.test(words)) || all.some((secret) => holds(line, secret));
  });
}
