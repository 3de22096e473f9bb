import { registrationsApi } from '#contract/people/registrations';
import { feedbackApi } from '#contract/staff/feedback';
import { approvalsApi } from '#contract/staff/staff';
import { casesApi } from '#contract/trust/cases';
import type { Host } from '../../../platform/host.ts';
import { APPROVING, type Counter } from './sections.ts';
import { type HasPermissions, mayDo, type RequiredPermission } from './staff-host.ts';

type Call = Host['call'];
export type Counters = Partial<Record<Counter, number>>;

const COUNTERS: Record<Counter, { permission: RequiredPermission; count(call: Call): Promise<number> }> = {
  queue: { permission: 'moderation.decide', count: async (call) => (await call(casesApi.counts)).waiting },
  complains: { permission: 'moderation.decide', count: async (call) => (await call(casesApi.counts)).complaints },
  feedback: { permission: 'feedback.read', count: async (call) => (await call(feedbackApi.unread)).count },
  registrations: {
    permission: 'users.edit',
    count: async (call) => (await call(registrationsApi.count)).waiting,
  },
  approvals: { permission: APPROVING, count: async (call) => (await call(approvalsApi.counts)).waiting },
};

/** Counters of pending items by section. A counter that could not be loaded is omitted. */
export async function loadCounters(call: Call, viewer: HasPermissions): Promise<Counters> {
  const counted = await Promise.all(
    Object.entries(COUNTERS)
      .filter(([, { permission }]) => mayDo(viewer, permission))
      .map(async ([name, { count }]) => [name, await count(call).catch(() => 0)] as const),
  );
  return Object.fromEntries(counted);
}
