/** Name of a user as shown to staff; the login if the account is erased or has no name. */
export const payerName = ({
  firstname,
  lastname,
  login,
}: {
  firstname: string;
  lastname: string;
  login: string;
}): string => `${firstname} ${lastname}`.trim() || login;
