import { IconBadgeCc } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import frame from '../window/call-window.module.css';
import styles from './captions.module.css';
import { findAsker } from './captions-state.ts';
import { useCaptions } from './use-captions.ts';

/** Asks the viewer once in a call, when somebody else turns captions on. */
export function CaptionsQuestion({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { captions } = useCalls().calls;
  const asker = findAsker(useCaptions());
  const person = running.call?.people.find(({ user_id }) => user_id === asker);
  if (person === undefined) return null;
  const name = `${person.firstname} ${person.lastname}`.trim();
  return (
    <div className={frame.word} role="alert">
      <IconBadgeCc size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <p>{t('calls.captions.ask', { name })}</p>
      <span className={styles.actions}>
        <TextButton text={t('calls.captions.agree')} onClick={() => captions.consent(true)} />
        <TextButton text={t('calls.captions.refuse')} onClick={() => captions.consent(false)} />
      </span>
    </div>
  );
}
