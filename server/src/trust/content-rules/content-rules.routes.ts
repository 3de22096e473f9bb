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
  bind(app, services, rulesApi, {
    list: () => listRules(db),
    add: ({ viewer, body }) => addRule(services, viewer, body),
    edit: ({ viewer, params, body }) => editRule(services, viewer, params.id, body),
    switch: ({ viewer, params, body }) => switchRule(services, viewer, params.id, body.on === 1),
    remove: ({ viewer, params }) => removeRule(services, viewer, params.id),
    try: ({ viewer, body }) => tryRule(services, viewer, body),
    hits: async ({ viewer, params, query }) => {
      await getRule(db, params.id);
      await recordStaffAction(db, viewer, clock(), { action: 'moderation.read', object: `rule:${params.id}` });
      return listHits(db, params.id, query);
    },
    listBlockedImages: ({ query }) => listBlockedImages(db, query),
    addBlockedImages: ({ viewer, body }) => addBlockedImages(services, viewer, body),
    removeBlockedImage: ({ viewer, params }) => removeBlockedImage(services, viewer, params.id),
  });
}
