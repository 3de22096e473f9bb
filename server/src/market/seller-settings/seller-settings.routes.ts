import { sellerSettingsApi } from '@app/contract/market/seller-settings';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { changeSellerSettings, presentSellerSettings } from './change-seller-settings.ts';

export function registerSellerSettings(app: FastifyInstance, services: Services): void {
  bind(app, services, sellerSettingsApi, {
    get: ({ viewer }) => presentSellerSettings(services, viewer),
    change: ({ viewer, body }) => changeSellerSettings(services, viewer, body),
  });
}
