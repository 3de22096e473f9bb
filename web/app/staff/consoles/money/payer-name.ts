/** A person as staff read them; the login where the account was erased or has no name. */
export const payerName = ({
  firstname,
  lastname,
  login,
}: {
  firstname: string;
  lastname: string;
  login: string;
}): string => `${firstname} ${lastname}`.trim() || login;
