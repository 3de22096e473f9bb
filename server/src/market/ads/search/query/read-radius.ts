export interface RadiusRead {
  km: number;
  /** The words that name the distance. */
  text: string;
}

const RADIUS_MAX_KM = 500;
const KM = String.raw`(\d{1,3})\s*(?:км|километр(?:а|ов|ах)?|km)\.?(?![\p{L}\p{N}])`;
const WITHIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:в\s+радиусе|в\s+пределах|не\s+дальше|within)\s+${KM}(?:\s+(?:вокруг|от))?`,
  'iu',
);
const AFTER_CITY = new RegExp(String.raw`^[\s,]*(?:(?:\+|и|в)\s*)?${KM}(?:\s+вокруг)?`, 'iu');
const BEFORE_CITY = new RegExp(String.raw`(?<![\p{L}\p{N}])${KM}(?:\s+вокруг)?[\s,]*$`, 'iu');
/** «пробег до 100 км Казань» is no distance. */
const OTHER_MEASURE = /(?:до|от|пробег|дальность|запас хода)\s*$/iu;

/**
 * Reads a distance around a city out of a query: «в радиусе 10 км» anywhere, «5 км» and «+ 25 км» only beside the city, because a
 * bare number of kilometers may belong to the thing itself.
 */
export function readRadius(typed: string, city: string): RadiusRead | undefined {
  const within = WITHIN.exec(typed);
  if (within) return radiusOf(within);
  const at = typed.indexOf(city);
  if (city === '' || at < 0) return undefined;
  const after = AFTER_CITY.exec(typed.slice(at + city.length));
  if (after) return radiusOf(after);
  const before = BEFORE_CITY.exec(typed.slice(0, at));
  return before === null || OTHER_MEASURE.test(typed.slice(0, before.index)) ? undefined : radiusOf(before);
}

function radiusOf([text, number]: RegExpExecArray): RadiusRead | undefined {
  const km = Number(number);
  return km >= 1 && km <= RADIUS_MAX_KM ? { km, text: text.replace(/^[\s,]+/, '') } : undefined;
}
