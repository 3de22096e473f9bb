import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import type { Contact, ContactOwner } from './users/contacts.public.ts';

export interface Newcomer {
  id: number;
  email: string;
  phone: string | null;
  /** Given in the registration request; both fields take precedence over the cookie. */
  inviterId: number | null | undefined;
  code: string | undefined;
  viewer: Pick<Viewer, 'userId' | 'ip'>;
  cookies: Readonly<Record<string, string | undefined>>;
}

export interface Suspension {
  reason: string;
  until: string | null;
  /** Opens the page of the appeal without a session. */
  token: string;
}

interface ContactChange {
  owner: ContactOwner;
  contact: Contact;
}

declare module '../platform/domain/domain.ts' {
  interface Domain {
    /** Brings up to date what the domain stores about a user, before the profile is read again. */
    refreshUser?: (services: Services, userId: number) => Promise<void>;
    /** Runs after a change failed because its login, email or phone belongs to another user. */
    onTakenIdentifier?: (services: Services, userId: number) => Promise<void>;
    /** Why and until when a user is suspended, for the user. */
    findSuspension?: (db: Db, userId: number) => Promise<Suspension | undefined>;
    /** Adds to the response of a registration, for example cookies. */
    onSignUpResponse?: (
      services: Services,
      request: FastifyRequest,
      reply: FastifyReply,
      userId: number,
    ) => Promise<void>;
  }

  interface DomainEvents {
    'user.registered': { newcomer: Newcomer };
    'user.activated': { userId: number };
    /** Content of a suspended or deleted user disappears, and returns with the user. */
    'user.visibilityChanged': { userId: number; isHidden: boolean };
    /** The user left or was suspended, and may return within the grace period. */
    'user.deactivated': { userId: number };
    /** An earlier suspension with an end no longer ends. */
    'user.suspendedForever': { userId: number };
    /** The grace period of a user ended early. */
    'user.erasureRequested': { userId: number };
    /** Comes before the data of the domains (`userData`) and the user's row are erased. */
    'user.erasing': { userId: number };
    /** Staff lifted the suspension of a user outside the queue of moderation. */
    'suspension.lifted': { userId: number; by: number };
    'profile.changed': { userId: number; ip: string; title: string; text: string };
    'contact.changeRequested': ContactChange;
    'contact.changedByStaff': ContactChange;
    'friendship.created': { userId: number; otherId: number };
    /** One of a pair ended the friendship, also by a block. */
    'friendship.ended': { userId: number; otherId: number };
    /** Friendship and requests of a pair ended because one blocked the other. */
    'relationship.ended': { userId: number; otherId: number };
    /** One of a pair blocked or unblocked the other. */
    'block.changed': { userId: number; otherId: number };
  }
}
