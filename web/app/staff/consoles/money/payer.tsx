import { Lines } from '../table/cells.tsx';

interface Payer {
  id: number;
  firstname: string;
  lastname: string;
  login: string;
  email?: string;
}

/** Name of a user as shown to staff; the login if the account is erased or has no name. */
export const payerName = ({ firstname, lastname, login }: Omit<Payer, 'id'>): string =>
  `${firstname} ${lastname}`.trim() || login;

export function PayerLink({ payer }: { payer: Payer }) {
  return (
    <Lines to={`/admin/payers/${payer.id}`}>
      {payerName(payer)}
      <small>{payer.email || payer.login}</small>
    </Lines>
  );
}
