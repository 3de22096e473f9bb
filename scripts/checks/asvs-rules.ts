/** The requirements of OWASP ASVS 5.0 at levels 1 and 2, by section: those of level 3 are left out. */
const REQUIREMENTS = `
  V1.1.1-2 V1.2.1-9 V1.3.1-11 V1.4.1-3 V1.5.1-2 V2.1.1-3 V2.2.1-3 V2.3.1-4 V2.4.1 V3.2.1-2 V3.3.1-4 V3.4.1-6
  V3.5.1-5 V3.7.1-2 V4.1.1-3 V4.2.1 V4.3.1-2 V4.4.1-4 V5.1.1 V5.2.1-3 V5.3.1-2 V5.4.1-3 V6.1.1-3 V6.2.1-12 V6.3.1-4
  V6.4.1-4 V6.5.1-5 V6.6.1-3 V6.8.1-4 V7.1.1-3 V7.2.1-4 V7.3.1-2 V7.4.1-5 V7.5.1-2 V7.6.1-2 V8.1.1-2 V8.2.1-3
  V8.3.1 V8.4.1 V9.1.1-3 V9.2.1-4 V10.1.1-2 V10.2.1-2 V10.3.1-4 V10.4.1-11 V10.5.1-5 V10.6.1-2 V10.7.1-3 V11.1.1-2
  V11.2.1-3 V11.3.1-3 V11.4.1-4 V11.5.1 V11.6.1 V12.1.1-3 V12.2.1-2 V12.3.1-4 V13.1.1 V13.2.1-5 V13.3.1-2 V13.4.1-5
  V14.1.1-2 V14.2.1-4 V14.3.1-3 V15.1.1-3 V15.2.1-3 V15.3.1-7 V16.1.1 V16.2.1-5 V16.3.1-4 V16.4.1-3 V16.5.1-3
  V17.1.1 V17.2.1-4 V17.3.1-2
`;

export const ASVS_IDS: readonly string[] = REQUIREMENTS.trim()
  .split(/\s+/)
  .flatMap((range) => {
    const [, section = '', first = '', last = first] = /^(V\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => `${section}.${Number(first) + index}`);
  });

const VERDICTS = new Set(['yes', 'setting', 'gap', 'no']);
/** Those that a test has to show. */
const PROVED = new Set(['yes', 'setting']);

interface Proof {
  file: string;
  title: string;
}

interface AsvsRow {
  id: string;
  verdict: string;
  /** Tests and sections of documents that the row names. */
  proofs: Proof[];
  anchors: string[];
  cell: string;
}

export function rowsOf(document: string): AsvsRow[] {
  return [...document.matchAll(/^\| (V[\d.]+) \| .+ \| (\w+) \| (.+) \|$/gm)].map(
    ([, id = '', verdict = '', cell = '']) => ({
      id,
      verdict,
      cell,
      proofs: cell.split('<br>').flatMap((part) => {
        const [, file, title] = /^`([^`]+)` › (.+)$/.exec(part) ?? [];
        return file === undefined || title === undefined ? [] : [{ file, title: title.replaceAll('&#124;', '|') }];
      }),
      anchors: [...cell.matchAll(/\]\((\w+\.md)#([\w-]+)\)/g)].map(([, file, anchor]) => `${file}#${anchor}`),
    }),
  );
}

/** Addresses of the headings of a document, as hosts of repositories make them. */
export const anchorsOf = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );

/** Whether the source has a test of this title, as it is written there. */
export function hasTest(source: string, title: string): boolean {
  const escaped = title.replaceAll("'", "\\'");
  const literals = [`'${escaped}'`, `"${title}"`, `\`${title}\``];
  const lines = source.split('\n').map((line) => line.trim());
  return literals.some((literal) => source.includes(`(${literal},`) || lines.includes(`${literal},`));
}

export function findProblems(
  rows: readonly AsvsRow[],
  { readSource, anchors }: { readSource: (file: string) => string | undefined; anchors: ReadonlySet<string> },
): string[] {
  const ids = rows.map(({ id }) => id);
  const problems = [
    ...ASVS_IDS.filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`),
    ...ids.filter((id) => !ASVS_IDS.includes(id)).map((id) => `${id} is no requirement of level 2`),
  ];
  for (const { id, verdict, proofs, anchors: named } of rows) {
    if (!VERDICTS.has(verdict)) problems.push(`${id} says neither yes, setting, gap nor no`);
    if (PROVED.has(verdict) && proofs.length + named.length === 0) problems.push(`${id} names no proof`);
    for (const anchor of named) if (!anchors.has(anchor)) problems.push(`${id}: there is no section ${anchor}`);
    for (const { file, title } of proofs) {
      const source = readSource(file);
      if (source === undefined) problems.push(`${id}: there is no file ${file}`);
      else if (!hasTest(source, title)) problems.push(`${id}: ${file} has no test «${title}»`);
    }
  }
  return problems;
}
