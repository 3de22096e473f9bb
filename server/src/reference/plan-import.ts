import { REFERENCE_IMPORT_LINES_MAX, REFERENCE_NAME_MAX, type ReferenceTable } from '@app/contract/reference/reference';
import type { Tx } from '../platform/database/tables.ts';
import { type CsvLine, parseCsv } from '../platform/formats/csv.ts';
import { normalizeName } from './names.ts';
import type { ReferenceRow } from './reference.queries.ts';
import { type EntryValues, findEntries, type ValidImportRow } from './reference-import.queries.ts';

interface LineError {
  line: number;
  text: 'quote' | 'columns' | 'tooMany' | 'name' | 'id' | 'repeated' | 'code' | 'iso' | 'country' | 'point';
  values?: Record<string, string | number>;
}

interface Plan {
  validRows: ValidImportRow[];
  errors: LineError[];
}

const REQUIRED_COLUMNS: Record<ReferenceTable, readonly string[]> = {
  categories: ['name_en', 'name_native'],
  countries: ['name_en', 'name_native', 'phone_code'],
  cities: ['name_en', 'name_native', 'country'],
};

const KNOWN_COLUMNS = ['id', 'name_en', 'name_native', 'phone_code', 'iso', 'country', 'lat', 'lon'] as const;

interface ParsedLine {
  line: number;
  cell: Partial<Record<(typeof KNOWN_COLUMNS)[number], string>>;
}

export async function planImport(tx: Tx, table: ReferenceTable, csv: string): Promise<Plan> {
  const read = parseCsv(csv);
  if (read === undefined) return rejectedPlan({ line: 1, text: 'quote' });
  const [head, ...body] = read;
  const columns = (head?.cells ?? []).map((name) => name.toLowerCase());
  if (!REQUIRED_COLUMNS[table].every((name) => columns.includes(name)))
    return rejectedPlan({ line: 1, text: 'columns', values: { columns: REQUIRED_COLUMNS[table].join(', ') } });
  if (body.length > REFERENCE_IMPORT_LINES_MAX)
    return rejectedPlan({ line: 1, text: 'tooMany', values: { max: REFERENCE_IMPORT_LINES_MAX } });
  const columnPositions = KNOWN_COLUMNS.map((name) => [name, columns.lastIndexOf(name)] as const).filter(
    ([, at]) => at !== -1,
  );
  const lines = body.map((line) => byColumns(line, columnPositions));
  const countries = table === 'cities' ? await loadCountryIds(tx) : new Map<string, number>();
  return compare(table, lines, countries, await loadEntries(tx, table, lines, countries));
}

const rejectedPlan = (error: LineError): Plan => ({ validRows: [], errors: [error] });

function byColumns({ line, cells }: CsvLine, columnPositions: readonly (readonly [string, number])[]): ParsedLine {
  return { line, cell: Object.fromEntries(columnPositions.map(([name, at]) => [name, cells[at] ?? ''])) };
}

/** Maps the ids, ISO codes and names of countries to ids. A name shared by two countries maps to neither. */
async function loadCountryIds(tx: Tx): Promise<Map<string, number>> {
  const idsByName = new Map<string, number>();
  const twice = new Set<string>();
  for (const { id, iso, name_en, name_native } of await findEntries(tx, 'countries', { ids: [], countryIds: [] })) {
    for (const countryName of new Set([String(id), iso ?? '', name_en, name_native].map(normalizeName))) {
      if (countryName === '') continue;
      if (idsByName.has(countryName)) twice.add(countryName);
      idsByName.set(countryName, id);
    }
  }
  for (const countryName of twice) idsByName.delete(countryName);
  return idsByName;
}

function loadEntries(tx: Tx, table: ReferenceTable, lines: readonly ParsedLine[], countries: Map<string, number>) {
  const ids = lines.map(({ cell }) => parseId(cell.id)).filter((id): id is number => typeof id === 'number');
  const named = lines.map(({ cell }) => countries.get(normalizeName(cell.country ?? '')));
  const countryIds = [...new Set(named)].filter((id): id is number => id !== undefined);
  return findEntries(tx, table, { ids, countryIds });
}

function parseId(text = ''): number | 'wrong' | undefined {
  if (text === '') return undefined;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 'wrong';
}

function compare(
  table: ReferenceTable,
  lines: readonly ParsedLine[],
  countries: Map<string, number>,
  entries: readonly ReferenceRow[],
): Plan {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byKey = new Map([...entries].reverse().map((entry) => [keyOf(table, entry), entry]));
  const isoOwners = new Map(entries.flatMap(({ id, iso }) => (iso ? [[iso, id] as const] : [])));
  const seen = new Map<string, number>();
  const plan: Plan = { validRows: [], errors: [] };
  for (const { line, cell } of lines) {
    const fail = (text: LineError['text'], values?: LineError['values']) =>
      plan.errors.push({ line, text, ...(values && { values }) });
    const id = parseId(cell.id);
    const values = parseValues(table, cell, countries);
    if (typeof values === 'string') {
      fail(values, values === 'name' ? { max: REFERENCE_NAME_MAX } : undefined);
      continue;
    }
    const entry = id === undefined ? findByName(table, values, byKey, isoOwners, byId) : byId.get(Number(id));
    if (id !== undefined && entry === undefined) {
      fail('id');
      continue;
    }
    const filled = { ...existingValues(table, entry), ...values };
    if (filled.iso && isoOwners.has(filled.iso) && isoOwners.get(filled.iso) !== entry?.id) {
      fail('iso');
      continue;
    }
    const target = entry ? `id ${entry.id}` : keyOf(table, filled);
    const earlier = seen.get(target) ?? (filled.iso ? seen.get(`iso ${filled.iso}`) : undefined);
    if (earlier !== undefined) {
      fail('repeated', { line: earlier });
      continue;
    }
    seen.set(target, line);
    if (filled.iso) seen.set(`iso ${filled.iso}`, line);
    plan.validRows.push({
      line,
      ...(entry && { id: entry.id }),
      names: entry?.names ?? {},
      values: filled,
      changes: entry ? differences(table, entry, filled) : [],
    });
  }
  return plan;
}

/** Finds entries without an id in the file by native name; countries by ISO code first. */
function findByName(
  table: ReferenceTable,
  values: EntryValues,
  byKey: ReadonlyMap<string, ReferenceRow>,
  isoOwners: ReadonlyMap<string, number>,
  byId: ReadonlyMap<number, ReferenceRow>,
): ReferenceRow | undefined {
  const owner = values.iso ? isoOwners.get(values.iso) : undefined;
  return owner === undefined ? byKey.get(keyOf(table, values)) : byId.get(owner);
}

function keyOf(table: ReferenceTable, { name_native, country_id }: Pick<EntryValues, 'name_native' | 'country_id'>) {
  return table === 'cities' ? `${country_id} ${normalizeName(name_native)}` : normalizeName(name_native);
}

function parseValues(
  table: ReferenceTable,
  cell: ParsedLine['cell'],
  countries: ReadonlyMap<string, number>,
): EntryValues | LineError['text'] {
  const [name_en, name_native] = [parseName(cell.name_en), parseName(cell.name_native)];
  if (name_en === undefined || name_native === undefined) return 'name';
  if (table === 'categories') return { name_en, name_native };
  if (table === 'countries') {
    const phone_code = (cell.phone_code ?? '').replace(/[\s+()-]/g, '');
    if (!/^\d{1,9}$/.test(phone_code)) return 'code';
    const iso = cell.iso?.toUpperCase();
    if (iso && !/^[A-Z]{2}$/.test(iso)) return 'iso';
    return { name_en, name_native, phone_code, ...(iso !== undefined && { iso: iso || null }) };
  }
  const country_id = countries.get(normalizeName(cell.country ?? ''));
  if (country_id === undefined) return 'country';
  if (cell.lat === undefined || cell.lon === undefined) return { name_en, name_native, country_id };
  const [latitude, longitude] = [parseDegrees(cell.lat, 90), parseDegrees(cell.lon, 180)];
  if (latitude === undefined || longitude === undefined || (latitude === null) !== (longitude === null)) return 'point';
  return { name_en, name_native, country_id, latitude, longitude };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters being refused
const CONTROL = /[\u0000-\u001f\u007f]/;

function parseName(text = ''): string | undefined {
  const name = text.toWellFormed().replace(/\s+/gu, ' ').trim();
  return name !== '' && name.length <= REFERENCE_NAME_MAX && !CONTROL.test(name) ? name : undefined;
}

function parseDegrees(text: string, max: number): number | null | undefined {
  if (text === '') return null;
  const value = /^-?\d{1,3}([.,]\d{1,10})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return Math.abs(value) <= max ? value : undefined;
}

const COLUMNS: Record<ReferenceTable, readonly (keyof EntryValues)[]> = {
  categories: ['name_en', 'name_native'],
  countries: ['name_en', 'name_native', 'phone_code', 'iso'],
  cities: ['name_en', 'name_native', 'country_id', 'latitude', 'longitude'],
};

function existingValues(table: ReferenceTable, entry: ReferenceRow | undefined): Partial<EntryValues> {
  if (entry === undefined) return {};
  return Object.fromEntries(COLUMNS[table].map((name) => [name, entry[name]]));
}

function differences(table: ReferenceTable, entry: ReferenceRow, values: EntryValues): ValidImportRow['changes'] {
  return COLUMNS[table]
    .filter((name) => !isSame(entry[name] ?? null, values[name] ?? null))
    .map((field) => ({ field, before: String(entry[field] ?? ''), after: String(values[field] ?? '') }));
}

/** Degrees are stored as 32-bit floats, so their seventh digit is not compared. */
function isSame(before: string | number | null, after: string | number | null): boolean {
  if (typeof before !== 'number' || typeof after !== 'number') return before === after;
  return Math.fround(before) === Math.fround(after) || Math.abs(before - after) < 1e-6;
}
