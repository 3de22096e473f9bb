import type { ContactAudience, Privacy, PrivacyKey } from '@app/contract/people/privacy';

export const VISIBILITY_KEYS: readonly PrivacyKey[] = ['phone', 'email', 'online', 'friends'];
export const PERMISSION_KEYS: readonly PrivacyKey[] = ['write', 'call', 'comment'];

/** State with choices that are being sent, the latest last. */
export interface PrivacyState {
  saved: Privacy;
  sending: readonly { key: PrivacyKey; audience: ContactAudience }[];
}

export function shownPrivacy({ saved, sending }: PrivacyState): Privacy {
  return Object.assign({ ...saved }, ...sending.map(({ key, audience }) => ({ [key]: audience })));
}

export function startSending(state: PrivacyState, key: PrivacyKey, audience: ContactAudience): PrivacyState {
  return { ...state, sending: [...state.sending, { key, audience }] };
}

const without = (state: PrivacyState, key: PrivacyKey, audience: ContactAudience): PrivacyState['sending'] => {
  const at = state.sending.findIndex((one) => one.key === key && one.audience === audience);
  return state.sending.filter((_, place) => place !== at);
};

/** Confirms a choice. Only this choice is applied, because responses may arrive out of order. */
export function confirmChoice(state: PrivacyState, key: PrivacyKey, audience: ContactAudience): PrivacyState {
  return { saved: { ...state.saved, [key]: audience }, sending: without(state, key, audience) };
}

export function rejectChoice(state: PrivacyState, key: PrivacyKey, audience: ContactAudience): PrivacyState {
  return { ...state, sending: without(state, key, audience) };
}
