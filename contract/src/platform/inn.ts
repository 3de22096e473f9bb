const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12_FIRST = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12_SECOND = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Taxpayer number: 10 digits of a company or 12 of an entrepreneur; the last one or two are check digits. */
export function isInn(value: string): boolean {
  if (/^0+$/.test(value)) return false;
  if (/^\d{10}$/.test(value)) return checkDigit(value, INN_10) === Number(value[9]);
  if (!/^\d{12}$/.test(value)) return false;
  return (
    checkDigit(value, INN_12_FIRST) === Number(value[10]) && checkDigit(value, INN_12_SECOND) === Number(value[11])
  );
}

function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return (sum % 11) % 10;
}
