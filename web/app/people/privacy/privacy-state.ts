import type { Privacy, PrivacyKey, Reach } from '@app/contract/people/privacy';

/** What a person lets others see, and what they let others do, in the order of the page. */
export const SEEN: readonly PrivacyKey[] = ['phone', 'email', 'online', 'friends'];
export const DONE: readonly PrivacyKey[] = ['write', 'call', 'comment'];

/** Choices that are on their way to the server, the latest last. */
export interface PrivacyState {
  /** As the server has it. */
  saved: Privacy;
  sending: readonly { key: PrivacyKey; reach: Reach }[];
}

/** As the page shows it: what is on its way counts already. */
export function shownPrivacy({ saved, sending }: PrivacyState): Privacy {
  return Object.assign({ ...saved }, ...sending.map(({ key, reach }) => ({ [key]: reach })));
}

export function startSending(state: PrivacyState, key: PrivacyKey, reach: Reach): PrivacyState {
  return { ...state, sending: [...state.sending, { key, reach }] };
}

const without = (state: PrivacyState, key: PrivacyKey, reach: Reach): PrivacyState['sending'] => {
  const at = state.sending.findIndex((one) => one.key === key && one.reach === reach);
  return state.sending.filter((_, place) => place !== at);
};

/** The server has it. Only this choice is taken over: answers may come in another order than they were asked for. */
export function sent(state: PrivacyState, key: PrivacyKey, reach: Reach): PrivacyState {
  return { saved: { ...state.saved, [key]: reach }, sending: without(state, key, reach) };
}

/** The server did not take it: the page shows what was there before. */
export function refused(state: PrivacyState, key: PrivacyKey, reach: Reach): PrivacyState {
  return { ...state, sending: without(state, key, reach) };
}
