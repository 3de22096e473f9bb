export const EMPTY_DRAFT = {
  user_firstname: '',
  user_lastname: '',
  user_middlename: '',
  user_email: '',
  user_country_code: '7',
  user_country_iso: 'RU',
  user_phone: '',
  country_id: '',
  city_id: '',
  user_login: '',
  user_password: '',
  repeat: '',
  user_position: '',
  user_activity: '',
  user_description: '',
  user_familystatus: '-',
  user_allow_to_call: true,
  user_legal_status: '0' as '0' | '1',
  user_company_name: '',
  user_bank_name: '',
  user_bank_account: '',
  user_bank_cor: '',
  user_bank_inn: '',
  user_bank_kpp: '',
  user_bank_bik: '',
  invitation_code: '',
  registration_reason: '',
  consent: false,
};
export type Draft = typeof EMPTY_DRAFT;

const KEY = 'registration';

/** Loads what was typed before a reload. Passwords are never stored, and the consent must be given again. */
export function loadLocalDraft(storage: Storage, initial: Draft = EMPTY_DRAFT): Draft {
  try {
    const stored: Partial<Draft> = JSON.parse(storage.getItem(KEY) ?? '{}');
    return { ...initial, ...stored };
  } catch {
    return initial;
  }
}

export function saveLocalDraft(
  storage: Storage,
  { user_password: _, repeat: __, consent: ___, ...storable }: Draft,
): void {
  storage.setItem(KEY, JSON.stringify(storable));
}

export function discardLocalDraft(storage: Storage): void {
  storage.removeItem(KEY);
}

/** The phone as the specification sends it: country code and digits. A code typed along is not repeated. */
function internationalDigits({ user_phone, user_country_code: code }: Draft): string {
  const digits = user_phone.replace(/\D/g, '');
  const hasCode = user_phone.trim().startsWith('+') && digits.startsWith(code);
  const hasRussianPrefix = code === '7' && /^[78]\d{10}$/.test(digits);
  if (hasCode) return digits;
  return `${code}${hasRussianPrefix ? digits.slice(1) : digits}`;
}

/** Versions of the documents that the form shows. */
export interface AcceptedVersions {
  policy: string;
  consent: string;
  agreement: string;
}

/** Builds the request body: bank details only for companies, and no field that the server does not know. */
export function toRegistration(
  draft: Draft,
  invitationUserId: number | null,
  versions: AcceptedVersions,
): Record<string, string | number> {
  const { consent: _, repeat: __, user_allow_to_call, invitation_code, registration_reason, ...rest } = draft;
  const isCompany = draft.user_legal_status === '1';
  const fields = Object.entries(rest).filter(([name]) => isCompany || !/^user_(?:bank|company)_/.test(name));
  return {
    ...Object.fromEntries(fields),
    user_phone: internationalDigits(draft),
    user_allow_to_call: user_allow_to_call ? 1 : 0,
    policy_version: versions.policy,
    consent_version: versions.consent,
    agreement_version: versions.agreement,
    ...(invitation_code !== '' && { invitation_code }),
    ...(registration_reason !== '' && { registration_reason }),
    ...(invitationUserId !== null && { invitation_user_id: invitationUserId }),
  };
}
