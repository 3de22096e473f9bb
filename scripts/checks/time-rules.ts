/** The modules that format times, by zone; everything else asks them. */
const FORMATTERS = [
  /^contract\/src\/platform\/time-zones\.ts$/,
  /^server\/src\/platform\/format-time\.ts$/,
  /^web\/app\/platform\/format\//,
];

/** The zone of business days may be named there alone. */
const ZONE_NAME = /^contract\/src\/platform\/time-zones\.ts$/;

const RULES: readonly [pattern: RegExp, message: string][] = [
  [/\.toLocale(?:Date|Time)?String\(/, 'formats in the zone of the machine: use platform/format'],
  [
    /\bIntl\.DateTimeFormat\b/,
    'formats times of its own: use platform/format (web) or platform/format-time.ts (server)',
  ],
  [
    /\.(?:getDay|(?:get|set)(?:Hours|Minutes|Date|Month|FullYear))\(|\.getTimezoneOffset\(/,
    'reads the calendar of the machine',
  ],
];

/** Lines of a source file that show or read times without the reader's zone. */
export function timeViolations(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const place = `${file}:${index + 1}`;
    const named =
      !ZONE_NAME.test(file) && line.includes('Europe/Moscow')
        ? [`${place} names a zone: use MOSCOW of time-zones.ts`]
        : [];
    if (FORMATTERS.some((formatter) => formatter.test(file))) return named;
    return [...named, ...RULES.filter(([pattern]) => pattern.test(line)).map(([, message]) => `${place} ${message}`)];
  });
}
