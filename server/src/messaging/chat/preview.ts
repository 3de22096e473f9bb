import { type CardKind, type Chat, PREVIEW_MAX } from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import type { Lang } from '@app/contract/platform/languages';
import type { Texts } from '../../platform/texts.ts';

interface Previewed {
  kind: NonNullable<Chat['last_message']>['kind'];
  content: string;
  files: readonly Pick<ChatFile, 'kind' | 'name'>[];
  title: string;
  cardKind: CardKind | null;
  isMine: boolean;
}

/** Returns a message's one-line preview: its text, or a description of its content. */
export function previewOf(
  { kind, content, files, title, cardKind, isMine }: Previewed,
  texts: Texts,
  lang: Lang,
): string {
  if (content !== '' && kind !== 'missed_call' && kind !== 'call') return cut(withoutMarks(content));
  const name = cut(kind === 'card' ? title : (files[0]?.name ?? ''));
  const call = isMine ? 'unanswered_call' : 'missed_call';
  const key = kind === 'card' ? `card_${cardKind ?? 'ad'}` : kind === 'missed_call' ? call : kind;
  return texts.t(lang, `previews.${key}`, {
    name,
    has_name: name === '' ? 'no' : 'yes',
    count: Math.max(1, files.length),
  });
}

function cut(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  if (line.length <= PREVIEW_MAX) return line;
  const signs = [...line];
  return signs.length <= PREVIEW_MAX ? line : `${signs.slice(0, PREVIEW_MAX).join('')}…`;
}
