import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** Addresses of the legal texts; each is a file of `contract/documents/<lang>`. */
const DOCUMENTS = [
  'requisites',
  'policy',
  'policy-business',
  'mobile-policy',
  'mobile-terms',
  'agreement',
  'consent',
  'contacts',
] as const;

export default [
  index('ads/ads-page.tsx'),
  route('ad/:board_id', 'ads/ad-page.tsx'),
  ...DOCUMENTS.map((name) => route(name, 'documents/document-page.tsx', { id: `document ${name}` })),
] satisfies RouteConfig;
