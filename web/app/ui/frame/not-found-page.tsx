import { data } from 'react-router';

/** Catch-all route, so that the 404 page has the site's frame and language. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
