import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { Menu } from '../../../ui/frame/menu.tsx';
import { MenuButton } from '../../../ui/frame/menu-button.tsx';
import type { ActiveCall } from '../call-state.ts';
import { CaptionToggles } from '../captions/caption-toggles.tsx';
import { canRecord } from '../recording/can-record.ts';
import { useCalls } from '../use-calls.ts';
import styles from './call-window.module.css';

interface MoreMenuProps {
  id: string;
  running: ActiveCall;
  share: { label: string; onPress: () => void } | null;
  onDevices: () => void;
  onListen: () => void;
  onFloat: (() => void) | null;
}

export function MoreMenu({ id, running, share, onDevices, onListen, onFloat }: MoreMenuProps) {
  const t = useText('calls');
  const lang = useLanguage();
  const { calls } = useCalls();
  const { own, media, isRaised } = running;
  const { saver } = media;
  const problem = own.blur === 'slow' || own.blur === 'unsupported' || own.blur === 'failed' ? own.blur : null;
  return (
    <Menu id={id} label={t('calls.more')}>
      <MenuButton
        text={t(isRaised ? 'calls.hand.lower' : 'calls.hand.raise')}
        onClick={() => calls.setHandRaised(!isRaised)}
      />
      {running.phase === 'running' && running.call?.recording === null && canRecord() && (
        <MenuButton text={t('calls.record')} onClick={() => calls.sendRecordingAction({ is: 'ask' })} />
      )}
      {running.phase === 'running' && <MenuButton text={t('calls.listen')} onClick={onListen} />}
      {share !== null && <MenuButton text={share.label} onClick={share.onPress} />}
      {onFloat !== null && <MenuButton text={t('calls.pip')} onClick={onFloat} />}
      <MenuButton text={t('calls.devices')} onClick={onDevices} />
      <CaptionToggles />
      <Toggle
        className={styles.menuToggle}
        label={t('calls.noise')}
        isOn={own.isNoiseSuppressed}
        onSwitch={(next) => void calls.own()?.suppressNoise(next)}
      >
        {t('calls.noise')}
      </Toggle>
      <Toggle
        className={styles.menuToggle}
        label={t('calls.blur')}
        isOn={own.blur === 'on' || own.blur === 'starting'}
        isDisabled={own.blur === 'unsupported'}
        onSwitch={(next) => void calls.own()?.blur(next)}
      >
        {t('calls.blur')}
      </Toggle>
      {problem !== null && (
        <p className={styles.menuNote} role="status">
          {t(`calls.blur.${problem}`)}
        </p>
      )}
      <Toggle
        className={styles.menuToggle}
        label={t('calls.save')}
        isOn={saver.isOn}
        onSwitch={(next) => calls.setDataSaver(next)}
      >
        {t('calls.save')}
      </Toggle>
      {(saver.isAutomatic || saver.bytesSaved > 0) && (
        <p className={styles.menuNote}>
          {saver.isAutomatic && <>{t('calls.save.auto')}. </>}
          {saver.bytesSaved > 0 && t('calls.save.saved', { amount: formatBytes(lang, saver.bytesSaved) })}
        </p>
      )}
    </Menu>
  );
}
