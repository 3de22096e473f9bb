import { PRICE_MAX_ROUBLES } from '@app/contract/platform/typed-sum';

export interface PriceRead {
  from: number | null;
  to: number | null;
  /** The words that name the price. */
  text: string;
}

const NUMBER = String.raw`(\d{1,3}(?:[ \u00a0]\d{3})+|\d+(?:[.,]\d+)?)`;
const UNIT = String.raw`(?:\s*(тысяч[аиу]?|тыс\.?|т\.?\s?р\.?|т|к|k|миллион(?:а|ов)?|млн\.?|лям(?:а|ов)?))?`;
const CURRENCY = String.raw`(?:\s*(рубл(?:ей|я|ь)|руб\.?|р\.?|₽))?`;
const AMOUNT = `${NUMBER}${UNIT}${CURRENCY}`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;
const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
/** Measures of other things than money: «до 15 кг», «от 3 лет». */
const MEASURE = String.raw`(?!\s*(?:кг|г|гр|см|м|мм|км|м2|м²|кв|лет|год|года|годика|мес|месяц|месяцев|дюйм|л|литр|мл|вт|квт|вольт|гб|тб|gb|сот|размер|шт|штук|персон|мест|чел|человек|час|часов|мин|минут|дн|дней|градус|°|%|")(?![\p{L}\p{N}]))`;
const AT_MOST = 'до|не дороже|не более|не больше|дешевле|максимум|в пределах|за|по';
const AT_LEAST = 'от|дороже|не дешевле|не менее|не меньше|свыше|минимум';

const pattern = (body: string): RegExp => new RegExp(`${BEFORE}${body}${AFTER}${MEASURE}`, 'u');
const BETWEEN = pattern(`(?:от|с)\\s+${AMOUNT}\\s+до\\s+${AMOUNT}`);
const RANGE = pattern(`${NUMBER}\\s?[-–—]\\s?${AMOUNT}`);
const TO = pattern(`(?:${AT_MOST})\\s+${AMOUNT}`);
const FROM = pattern(`(?:${AT_LEAST})\\s+${AMOUNT}`);
const BARE = pattern(AMOUNT);

/** Without a unit a smaller number is a size, an age or a quantity. */
const BARE_ROUBLES_MIN = 100;

/** Reads a price out of a query: «до 20 тысяч», «от 5к», «5000-10000 руб», «за 3000». */
export function readPrice(typed: string): PriceRead | undefined {
  const text = typed.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
  const taken = (match: RegExpExecArray): string => typed.normalize('NFC').substr(match.index, match[0].length);

  const between = BETWEEN.exec(text);
  if (between) {
    const [, low = '', lowUnit, lowCurrency, high = '', highUnit, highCurrency] = between;
    const to = roubles(high, highUnit, highCurrency);
    const from = roubles(low, lowUnit ?? highUnit, lowCurrency ?? highCurrency);
    if (from !== undefined && to !== undefined) return { from, to, text: taken(between) };
  }
  const range = RANGE.exec(text);
  if (range) {
    const [, low = '', high = '', unit, currency] = range;
    const [from, to] = [roubles(low, unit, currency), roubles(high, unit, currency)];
    const isMoney = unit !== undefined || currency !== undefined;
    if (isMoney && from !== undefined && to !== undefined) return { from, to, text: taken(range) };
  }
  const [least, most] = [amountOf(FROM.exec(text)), amountOf(TO.exec(text))];
  if (most !== undefined) return { from: null, to: most.roubles, text: taken(most.match) };
  if (least !== undefined) return { from: least.roubles, to: null, text: taken(least.match) };
  const bare = BARE.exec(text);
  const [, number = '', unit, currency] = bare ?? [];
  // «4к» is a screen and «2 т» a weight: a bare number is a price only with a currency or a whole word.
  const isMoney = currency !== undefined || (unit !== undefined && unit.length > 2);
  const to = bare && isMoney ? roubles(number, unit, currency) : undefined;
  return bare && to !== undefined ? { from: null, to, text: taken(bare) } : undefined;
}

function amountOf(match: RegExpExecArray | null): { match: RegExpExecArray; roubles: number } | undefined {
  if (match === null) return undefined;
  const amount = roubles(match[1] ?? '', match[2], match[3]);
  return amount === undefined ? undefined : { match, roubles: amount };
}

function roubles(number: string, unit: string | undefined, currency: string | undefined): number | undefined {
  const value = Number(number.replaceAll(/[ \u00a0]/g, '').replace(',', '.'));
  const factor = unit === undefined ? 1 : /^(мил|млн|лям)/.test(unit) ? 1_000_000 : 1000;
  const amount = Math.round(value * factor);
  if (!(amount > 0) || amount > PRICE_MAX_ROUBLES) return undefined;
  return unit === undefined && currency === undefined && amount < BARE_ROUBLES_MIN ? undefined : amount;
}
