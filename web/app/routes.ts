import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

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
  route('ads', 'my-ads/my-ads-page.tsx'),
  route('profile', 'profile/profile-page.tsx'),
  route('profile/site', 'users/own-site-page.tsx'),
  route('user/:user_id', 'users/person-page.tsx'),
  route('user/:user_id/ads', 'users/person-ads-page.tsx'),
  route('circle', 'circle/circle-page.tsx'),
  route('profile/privacy', 'privacy/privacy-page.tsx'),
  route('notifications', 'notifications/notifications-page.tsx'),
  route('searches', 'searches/searches-page.tsx'),
  route('takeback', 'profile/take-back-page.tsx'),
  route('unsubscribe', 'searches/unsubscribe-page.tsx'),
  route('friend', 'auth/registration/friend-page.tsx'),
  route('user/invite_history/:user_id', 'invitations/invite-history-page.tsx'),
  route('subscribe/pay/:user_id', 'payments/subscribe-page.tsx'),
  route('subscribe/payed/:user_id', 'payments/payed-page.tsx'),
  layout('ui/mantine-layout.tsx', [
    route('auth', 'auth/auth-page.tsx'),
    route('recovery', 'auth/recovery-page.tsx'),
    route('activation/:user_id', 'auth/activation-page.tsx'),
    route('register', 'auth/registration/register-page.tsx'),
    route('registration', 'auth/registration/pre-registration-page.tsx'),
    route('add', 'ads/new-ad-page.tsx'),
    route('ad/:board_id/edit', 'ads/edit-ad-page.tsx'),
    route('profile/settings', 'profile/settings-page.tsx'),
    route('profile/password', 'users/password-page.tsx'),
    route('profile/security', 'security/security-page.tsx'),
    route('profile/data', 'data/data-page.tsx'),
  ]),
  route('profile/complaints', 'complaints/complaints-page.tsx'),
  ...DOCUMENTS.map((name) => route(name, 'documents/document-page.tsx', { id: `document ${name}` })),
  route('*', 'ui/not-found-page.tsx'),
] satisfies RouteConfig;
