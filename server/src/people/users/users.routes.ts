import { ownPlaceApi } from '@app/contract/people/own-place';
import { privacyApi } from '@app/contract/people/privacy';
import { usersApi } from '@app/contract/people/users';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { changeUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { findByLogin } from './find-by-login.ts';
import { getUser } from './get-user.ts';
import { findOwnPlace } from './place/own-place.ts';
import { changePrivacy, getPrivacy } from './privacy/privacy.ts';
import { removeUser } from './remove-user.ts';
import { searchUsers } from './search/search-users.ts';

export function registerUsers(app: FastifyInstance, services: Services): void {
  bind(app, services, usersApi, {
    get: ({ viewer, params, query }) => getUser(services, viewer, params.id, { revealPhone: query.phone !== 'masked' }),
    findByLogin: ({ params }) => findByLogin(services.db, params.login),
    list: ({ viewer, query }) => searchUsers(services, viewer, query),
  });
  bind(app, services, ownPlaceApi, { get: ({ viewer }) => findOwnPlace(services, viewer) });
  bind(app, services, privacyApi, {
    get: ({ viewer }) => getPrivacy(services.db, viewer),
    set: ({ viewer, body }) => changePrivacy(services, viewer, body),
  });
  bind(app, services, usersApi, {
    create: ({ viewer, body, files, idempotency }) => createUser(services, viewer, body, files.photo?.[0], idempotency),
    change: ({ viewer, params, body, files }) => changeUser(services, viewer, params.id, body, files.photo?.[0]),
    remove: ({ viewer, params, body }) => removeUser(services, viewer, params.id, body?.current_password),
  });
}
