/** State registration number: 13 digits of a company or 15 of an entrepreneur; the last one is a check digit. */
export function isOgrn(value: string): boolean {
  if (!/^(?:\d{13}|\d{15})$/.test(value) || /^0+$/.test(value)) return false;
  const number = BigInt(value.slice(0, -1));
  return Number((number % BigInt(value.length - 2)) % 10n) === Number(value.at(-1));
}
