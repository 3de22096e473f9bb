import { IconBeach } from 'virtual:icons';
import { useRevalidator } from 'react-router';
import { ownAdsApi } from '#contract/market/own-ads';
import { call } from '../../platform/call.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './vacation.module.css';

/** Hides all ads while their seller is away; while it is on, says so above the lists. */
export function VacationSwitch({ since }: { since: string | null }) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useSubmit();

  const handleSwitch = (isOn: boolean): Promise<void> =>
    submit(async () => {
      await call(ownAdsApi.setVacation, { body: { on: isOn ? 1 : 0 } });
      toast.success(t(isOn ? 'my-ads.vacation.began' : 'my-ads.vacation.ended'));
      await revalidate();
    });

  return (
    <div className={styles.vacation} data-on={since !== null || undefined}>
      <IconBeach size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <p>{since === null ? t('my-ads.vacation.hint') : t('my-ads.vacation.since', { date: formatDate(since) })}</p>
      <Toggle
        label={t('my-ads.vacation')}
        isOn={since !== null}
        isDisabled={isSending}
        onSwitch={(isOn) => void handleSwitch(isOn)}
        className={styles.toggle}
      >
        {t('my-ads.vacation')}
      </Toggle>
    </div>
  );
}
