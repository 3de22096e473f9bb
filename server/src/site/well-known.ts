import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/domain/services.ts';
import { siteSettingsOf } from '../platform/site-settings/site-settings.public.ts';

/** RFC 9116 recommends less than a year. */
const EXPIRES_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

/** The page that changes a password; it sends guests to sign in first and brings them back. */
const PASSWORD_PAGE = '/profile/password';

/**
 * Serves the addresses below `/.well-known` that programs look for: where to report a vulnerability (RFC 9116), and
 * where a password manager sends its user to change the password.
 */
export function registerWellKnown(app: FastifyInstance, services: Services): void {
  const { config, clock } = services;
  const siteSettings = siteSettingsOf(services);

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const email = siteSettings.get().settings.requisites?.email ?? '';
    const today = Math.floor(clock().getTime() / DAY_MS);
    const lines = [
      ...(email === '' ? [] : [`Contact: mailto:${encodeAddress(email)}`]),
      // The page has the operator's details and a form that reaches staff, with or without requisites.
      `Contact: ${config.publicUrl}/contacts`,
      `Expires: ${new Date((today + EXPIRES_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: ru, en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
      '',
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'));
  });

  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(PASSWORD_PAGE, 303),
  );
}

/** An address in a `mailto:` URI (RFC 6068), whose local part may hold characters that a URI reserves. */
const encodeAddress = (email: string): string => encodeURIComponent(email).replace('%40', '@');
