/** Finds statements that write a table. Domains may join foreign tables in reads but not write them. */
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*['"]([a-z_]+)(?: as [a-z]+)?['"]|\b(?:insert into|update|delete from)\s+(?!set\b|skip\b|nowait\b|of\b)([a-z_]+)\b/gi;

export interface Write {
  file: string;
  table: string;
}

export function writesOf(file: string, source: string): Write[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(WRITE)].map(([, built, plain]) => ({ file, table: (built ?? plain ?? '').toLowerCase() }));
}

export function tablesOf(source: string): string[] {
  const [, body = ''] = /export interface \w*Tables \{([\s\S]*?)\n\}/.exec(source) ?? [];
  return [...body.matchAll(/^ {2}([a-z_]+):/gm)].map(([, name = '']) => name);
}
