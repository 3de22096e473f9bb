import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { publishAd } from './ad-pages.ts';

const DAY_MS = 86_400_000;

/** A calendar day, as YYYY-MM-DD, that is so many days ahead. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface Loan {
  owner: Person;
  borrower: Person;
  ad: number;
}

/** Somebody who lends a tent for ten days, and somebody who may ask for it. */
export async function offerLoan(): Promise<Loan> {
  const [owner, borrower] = [await createPerson({ paid: true, firstname: 'Анна' }), await createPerson()];
  const ad = await publishAd(owner, 'Палатка на троих', { board_kind: 'lend', board_return_on: dayAhead(10) });
  return { owner, borrower, ad };
}

/** The two of {@link offerLoan}; the tent was handed over, and the borrower proposes another day. */
export async function lendTent(): Promise<Loan> {
  const loan = await offerLoan();
  const { owner, borrower, ad } = loan;
  const { id, deal_id } = await api<{ id: number; deal_id: number }>('PUT', '/api/deals/loans', {
    token: borrower.token,
    json: { board_id: ad, return_on: dayAhead(10) },
  });
  await api('POST', `/api/deals/offers/${id}/accept`, { token: owner.token });
  for (const { token } of [owner, borrower]) await api('POST', `/api/deals/${deal_id}/confirm`, { token });
  await api('PUT', `/api/deals/${deal_id}/return-day`, { token: borrower.token, json: { return_on: dayAhead(14) } });
  return loan;
}
