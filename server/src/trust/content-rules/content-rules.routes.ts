import { rulesApi } from '@app/contract/trust/rules';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { addBlockedImages, listBlockedImages, removeBlockedImage } from './blocked-images.ts';
import { getRule, listRules } from './content-rules.queries.ts';
import { addRule, editRule, removeRule, switchRule } from './edit-rules.ts';
import { listHits, tryRule } from './try-rule.ts';

export function registerContentRules(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, rulesApi.list, () => listRules(db));
  bind(app, services, rulesApi.add, ({ viewer, body }) => addRule(services, viewer, body));
  bind(app, services, rulesApi.edit, ({ viewer, params, body }) => editRule(services, viewer, params.id, body));
  bind(app, services, rulesApi.switch, ({ viewer, params, body }) =>
    switchRule(services, viewer, params.id, body.on === 1),
  );
  bind(app, services, rulesApi.remove, ({ viewer, params }) => removeRule(services, viewer, params.id));
  bind(app, services, rulesApi.try, ({ viewer, body }) => tryRule(services, viewer, body));
  bind(app, services, rulesApi.hits, async ({ viewer, params, query }) => {
    await getRule(db, params.id);
    await recordStaffAction(db, viewer, clock(), { action: 'moderation.read', object: `rule:${params.id}` });
    return listHits(db, params.id, query);
  });
  bind(app, services, rulesApi.listBlockedImages, ({ query }) => listBlockedImages(db, query));
  bind(app, services, rulesApi.addBlockedImages, ({ viewer, body }) => addBlockedImages(services, viewer, body));
  bind(app, services, rulesApi.removeBlockedImage, ({ viewer, params }) =>
    removeBlockedImage(services, viewer, params.id),
  );
}
