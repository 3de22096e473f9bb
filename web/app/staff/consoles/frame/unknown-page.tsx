import { redirect } from 'react-router';

/** Addresses that the administration does not know lead to its first page. */
export function loader(): never {
  throw redirect('/admin');
}

export default function UnknownPage() {
  return null;
}
