/**
 * Replaces the part of a document that a command writes: what stands between `<!-- NAME: written by COMMAND -->` and
 * `<!-- /NAME -->`. Throws where the document has no such place.
 */
export function replacePart(document: string, name: string, command: string, part: string): string {
  const [opening, closing] = [`<!-- ${name}: written by ${command} -->`, `<!-- /${name} -->`];
  const [begin, end] = [document.indexOf(opening), document.indexOf(closing)];
  if (begin < 0 || end < begin) throw new Error(`There is no place for the table: ${opening} … ${closing}`);
  return `${document.slice(0, begin + opening.length)}\n\n${part}\n\n${document.slice(end)}`;
}
