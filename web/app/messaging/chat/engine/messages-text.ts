import { isLang } from '@app/contract/platform/languages';
import { loadTexts, type TextKey, type TextValues, textOf } from '../../../platform/texts.ts';
import { toast } from '../../../ui/toast/toast.ts';

type Key = TextKey<'delivery'>;

/** A text of this part, where nothing is rendered. */
export async function getDeliveryText(key: Key, values?: TextValues): Promise<string> {
  const { lang } = document.documentElement;
  const known = isLang(lang) ? lang : 'ru';
  await loadTexts(known, 'delivery');
  return textOf<'delivery'>(known)(key, values);
}

/** Say what failed: in the server's own words where it has some. */
export function showErrorToast(key: Key, message = ''): void {
  if (message !== '') toast.error(message);
  else
    getDeliveryText(key).then(
      (text) => toast.error(text),
      // Without the network there are no words to be had.
      () => undefined,
    );
}
