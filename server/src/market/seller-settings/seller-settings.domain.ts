import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseSellerSettings, exportSellerSettingsOf } from './seller-settings.public.ts';
import { registerSellerSettings } from './seller-settings.routes.ts';

export const sellerSettings = defineDomain({
  name: 'seller-settings',
  share: 'market',
  routes: registerSellerSettings,
  userData: { erase: eraseSellerSettings, exports: { seller_settings: exportSellerSettingsOf } },
});
