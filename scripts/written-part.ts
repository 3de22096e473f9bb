const marks = (name: string, command: string): [string, string] => [
  `<!-- ${name}: written by ${command} -->`,
  `<!-- /${name} -->`,
];

/** The part of a document that a command wrote. Throws where the document has no such place. */
export function findPart(document: string, name: string, command: string): string {
  const [opening, closing] = marks(name, command);
  const [begin, end] = [document.indexOf(opening), document.indexOf(closing)];
  if (begin < 0 || end < begin) throw new Error(`There is no place for the table: ${opening} … ${closing}`);
  return document.slice(begin + opening.length, end);
}

/**
 * Replaces the part of a document that a command writes: what stands between `<!-- NAME: written by COMMAND -->` and
 * `<!-- /NAME -->`. Throws where the document has no such place.
 */
export function replacePart(document: string, name: string, command: string, part: string): string {
  const [opening] = marks(name, command);
  const before = findPart(document, name, command);
  const begin = document.indexOf(opening) + opening.length;
  return `${document.slice(0, begin)}\n\n${part}\n\n${document.slice(begin + before.length)}`;
}
