import { data } from 'react-router';

/** Any address that nothing else answers: a route of its own, so that the page comes in the visitor's frame and language. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
