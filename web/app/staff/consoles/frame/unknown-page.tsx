import { redirect } from 'react-router';

/** Unknown admin addresses redirect to the first admin page. */
export function loader(): never {
  throw redirect('/admin');
}

export default function UnknownPage() {
  return null;
}
