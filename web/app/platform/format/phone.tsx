import { Suspense, use } from 'react';

const E164 = /^\+\d{7,15}$/;
/** Calling codes by ITU-T E.164: those of one and of two digits; all others have three. */
const CALLING_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/** Groups +79170000000 as «+7 917 000-00-00» and +12025550123 as «+1 202 555-0123», without the rules of other countries. */
function groupAtHome(phone: string): string | undefined {
  const grouped = phone
    .replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')
    .replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2-$3');
  return grouped !== phone || !E164.test(phone) ? grouped : undefined;
}

/** Groups +49000047774 as «+49 000 047 774»; the last group has two to four digits, so that none stands alone. */
const groupByThrees = (phone: string): string =>
  phone.replace(CALLING_CODE, (_, code: string, national: string) =>
    `+${code} ${national.replace(/(\d{3})(?=\d{2})/g, '$1 ')}`.trim(),
  );

let rules: Promise<(phone: string) => string | undefined> | undefined;

/** The rules of all countries are 25 KB, so that only pages with such a number load them. Offline they may be missing. */
function loadRules(): NonNullable<typeof rules> {
  rules ??= import('./phone-rules.ts').then(
    ({ groupByCountry }) => groupByCountry,
    () => groupAtHome,
  );
  return rules;
}

/** Groups a phone number as its country does. What is no whole number, such as a masked one, stays as it is. */
export function usePhoneFormat(phone: string): string {
  return groupAtHome(phone) ?? use(loadRules())(phone) ?? groupByThrees(phone);
}

const Grouped = ({ children }: { children: string }) => usePhoneFormat(children);

export const Phone = ({ children }: { children: string }) => (
  <Suspense fallback={groupByThrees(children)}>
    <Grouped>{children}</Grouped>
  </Suspense>
);
