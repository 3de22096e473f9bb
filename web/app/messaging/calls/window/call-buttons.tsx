import { IconPhone, IconVideo } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { PreHydrationButton } from '../../../ui/form/pre-hydration-button.tsx';
import { menuRow } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { startCall } from '../start-call.ts';
import styles from './call-buttons.module.css';

interface CallButtonsProps {
  person: { id: number; may_call?: 0 | 1 | undefined };
  /** `panel`: labelled buttons side by side; `line`: icons; `menu`: menu items. */
  place: 'panel' | 'line' | 'menu';
  on?: 'wide' | 'phone';
  adId?: number;
}

const never = () => () => undefined;
/** Hides the buttons in browsers that cannot call. The server renders them, because it cannot know. */
const useCanCall = (): boolean =>
  useSyncExternalStore(
    never,
    () => typeof RTCPeerConnection === 'function',
    () => true,
  );

export function CallButtons({ person, place, on, adId }: CallButtonsProps) {
  const t = useText('calls');
  const canCall = useCanCall();
  if (person.may_call !== 1 || !canCall) return null;
  const start = (video: boolean): void => startCall([person.id], { video, adId });
  if (place === 'menu')
    return (
      <div className={styles.menu} data-on={on}>
        <PreHydrationButton className={menuRow} onPress={() => start(false)}>
          <IconPhone size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('calls.audio')}
        </PreHydrationButton>
        <PreHydrationButton className={menuRow} onPress={() => start(true)}>
          <IconVideo size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('calls.video')}
        </PreHydrationButton>
      </div>
    );
  if (place === 'line')
    return (
      <div className={styles.line} data-on={on}>
        <PreHydrationButton
          className={iconButton}
          aria-label={t('calls.audio')}
          title={t('calls.audio')}
          onPress={() => start(false)}
        >
          <IconPhone size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </PreHydrationButton>
        <PreHydrationButton
          className={iconButton}
          aria-label={t('calls.video')}
          title={t('calls.video')}
          onPress={() => start(true)}
        >
          <IconVideo size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </PreHydrationButton>
      </div>
    );
  return (
    <div className={styles.two} data-on={on}>
      <PreHydrationButton className={button('plain', 'wide')} title={t('calls.audio')} onPress={() => start(false)}>
        <IconPhone size={19} stroke={ICON_STROKE} aria-hidden="true" />
        {t('calls.call')}
      </PreHydrationButton>
      <PreHydrationButton className={button('plain', 'wide')} title={t('calls.video')} onPress={() => start(true)}>
        <IconVideo size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('calls.callVideo')}
      </PreHydrationButton>
    </div>
  );
}
