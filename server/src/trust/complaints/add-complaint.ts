import type { BodyOf } from '@app/contract/platform/endpoint';
import { COMPLAINT_HOURS, type complaintsApi, type OwnComplaint } from '@app/contract/trust/complaints';
import { joined } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { type ComplaintTarget, TARGET_FIELDS } from './complaint-target.public.ts';
import { findOwnComplaint, findProfile, insertComplaint } from './complaints.queries.ts';
import { joinCase, lockTarget } from './join-case.ts';

type Draft = BodyOf<typeof complaintsApi.add>;

const HOUR_MS = 3_600_000;
export const COMPLAINTS_PAGE = '/profile/complaints';

/** Adds a complaint. The content is stored as evidence, since it may change before staff look. */
export async function addComplaint(
  services: Services,
  viewer: SignedInViewer,
  draft: Draft,
  idempotency: IdempotencyKey | undefined,
): Promise<OwnComplaint> {
  const { db, clock } = services;
  const { reason, message = '', holder = '' } = draft;
  if (reason === undefined && message === '')
    throw new Failure('invalid_input', { fields: { message: 'errors.field.required' } });
  if (reason === 'copyright' && holder === '')
    throw new Failure('invalid_input', { fields: { holder: 'errors.field.required' } });
  const target = await findComplaintTarget(services, viewer, draft);
  if (target.aboutUserId === viewer.userId) throw new Failure('own_complaint');

  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const now = clock();
      await lockTarget(tx, target.object);
      const complaintId = await insertComplaint(tx, {
        user_id: viewer.userId,
        object: target.object,
        about_user_id: target.aboutUserId,
        ...target.ids,
        reason: reason ?? 'other',
        message,
        holder: reason === 'copyright' ? holder : '',
        evidence: JSON.stringify(target.evidence),
        created_at: now,
        due_at: new Date(now.getTime() + COMPLAINT_HOURS * HOUR_MS),
      });
      if (complaintId === undefined) throw new Failure('complaint_open');
      await joinCase(services, tx, {
        id: complaintId,
        userId: viewer.userId,
        object: target.object,
        aboutUserId: target.aboutUserId,
        reason: reason ?? 'other',
        holder: reason === 'copyright' ? holder : '',
        evidence: target.evidence,
      });
      return complaintId;
    }),
  );
  services.publicCache.invalidate();
  return requireFound(await findOwnComplaint(db, texts, viewer, id));
}

const complaintTargets = joined((domain) => domain.complaintTargets);

/** Finds the most specific target that the complaint names. The accused user comes from it, not from the request. */
async function findComplaintTarget(services: Services, viewer: SignedInViewer, draft: Draft): Promise<ComplaintTarget> {
  for (const field of TARGET_FIELDS) {
    const id = draft[field];
    const find = complaintTargets()[field];
    if (id && find) return find(services, viewer, id);
  }
  const { complain_id } = draft;
  if (!complain_id) throw new Failure('invalid_input', { fields: { complain_id: 'errors.field.required' } });
  const profile = requireFound(await findProfile(services.db, complain_id));
  const evidence = { title: profile.name, text: profile.text };
  return { object: `user:${complain_id}`, aboutUserId: complain_id, ids: {}, evidence };
}
