import type { ContactAudience, Privacy, PrivacyKey } from '@app/contract/people/privacy';

/** What a person lets others see, and what they let others do, in the order of the page. */
export const VISIBILITY_KEYS: readonly PrivacyKey[] = ['phone', 'email', 'online', 'friends'];
export const PERMISSION_KEYS: readonly PrivacyKey[] = ['write', 'call', 'comment'];

/** Choices that are on their way to the server, the latest last. */
export interface PrivacyState {
  /** As the server has it. */
  saved: Privacy;
  sending: readonly { key: PrivacyKey; audience: ContactAudience }[];
}

/** As the page shows it: what is on its way counts already. */
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

/** The server has it. Only this choice is taken over: answers may come in another order than they were asked for. */
export function confirmChoice(state: PrivacyState, key: PrivacyKey, audience: ContactAudience): PrivacyState {
  return { saved: { ...state.saved, [key]: audience }, sending: without(state, key, audience) };
}

/** The server did not take it: the page shows what was there before. */
export function rejectChoice(state: PrivacyState, key: PrivacyKey, audience: ContactAudience): PrivacyState {
  return { ...state, sending: without(state, key, audience) };
}
