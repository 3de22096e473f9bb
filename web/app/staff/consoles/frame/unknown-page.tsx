import { redirect } from 'react-router';

export function loader(): never {
  throw redirect('/admin');
}

export default function UnknownPage() {
  return null;
}
