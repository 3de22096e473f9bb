import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Returns undefined for a number that no rule of its country groups. */
export function groupByCountry(phone: string): string | undefined {
  const parsed = parsePhoneNumberFromString(phone);
  // Reading drops digits that the country does not dial, and no digit of what somebody typed may be lost.
  if (parsed?.number !== phone) return undefined;
  const grouped = parsed.formatInternational();
  return /^\+\d+ \d+\D+\d/.test(grouped) ? grouped : undefined;
}
