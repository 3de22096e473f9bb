import type { SellerSettings } from '@app/contract/market/seller-settings';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sellerSettingsApi } from '#contract/market/seller-settings';
import { call } from '../../platform/call.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Saves a part of the settings; what was typed stays where that fails. */
export function useSettingsChange(onSaved: (settings: SellerSettings) => void) {
  const { isSending, submit } = useSubmit();
  const save = (body: BodyOf<typeof sellerSettingsApi.change>, done: string): Promise<void> =>
    submit(async () => {
      onSaved(await call(sellerSettingsApi.change, { body }));
      toast.success(done);
    });
  return { isSending, save };
}
