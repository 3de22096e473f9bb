/** Which domain writes a table. Reading joins may cross domains; writes may not. */
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*['"]([a-z_]+)(?: as [a-z]+)?['"]|\b(?:insert into|update|delete from)\s+(?!set\b|skip\b|nowait\b|of\b)([a-z_]+)\b/gi;

export interface Write {
  file: string;
  table: string;
}

/** Tables that one source text writes, by query builder or by SQL. */
export function writesOf(file: string, source: string): Write[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(WRITE)].map(([, built, plain]) => ({ file, table: (built ?? plain ?? '').toLowerCase() }));
}

/** Tables declared in `<domain>.tables.ts`: the members of its exported `*Tables` interface. */
export function tablesOf(source: string): string[] {
  const [, body = ''] = /export interface \w*Tables \{([\s\S]*?)\n\}/.exec(source) ?? [];
  return [...body.matchAll(/^ {2}([a-z_]+):/gm)].map(([, name = '']) => name);
}
