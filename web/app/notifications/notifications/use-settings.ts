import type { NotificationSettings, NotificationTopic } from '@app/contract/notifications/notifications';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { notificationsApi } from '#contract/notifications/notifications';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';

export interface TopicChange {
  topic: NotificationTopic;
  bell?: 0 | 1;
  push?: 0 | 1;
  mail?: 0 | 1;
}

export interface SettingsChange {
  topics?: TopicChange[];
  quiet?: { from: string; to: string } | null;
  /** null: the zone of the device. */
  time_zone?: string | null;
  digest?: 0 | 1;
}

export type ChangeSettings = (change: SettingsChange) => void;

/** Applies a change optimistically; the server's response replaces the result. */
function apply(
  before: NotificationSettings,
  { topics = [], time_zone, ...rest }: SettingsChange,
): NotificationSettings {
  const changes = new Map(topics.map(({ topic, ...change }) => [topic, change]));
  return {
    ...before,
    ...rest,
    ...(time_zone !== undefined && {
      time_zone: time_zone ?? before.time_zone,
      time_zone_chosen: time_zone === null ? (0 as const) : (1 as const),
    }),
    topics: before.topics.map((topic) => ({ ...topic, ...changes.get(topic.topic) })),
  };
}

/** Optimistic settings. Changes are sent one after another; a change that fails is reverted. */
export function useSettings(loaded: NotificationSettings) {
  const t = useText('bell-settings');
  const { revalidate } = useRevalidator();
  const [settings, setSettings] = useState(loaded);
  const saved = useRef(loaded);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  function change(wanted: SettingsChange): void {
    setSettings((before) => apply(before, wanted));
    waiting.current += 1;
    queue.current = queue.current.then(() => send(wanted));
  }

  async function send(wanted: SettingsChange): Promise<void> {
    try {
      saved.current = await call(notificationsApi.changeSettings, { body: wanted });
      // The whole page shows its times in the new zone.
      if (wanted.time_zone !== undefined) void revalidate();
    } catch (error) {
      toast.error((isApiError(error) && error.message) || t('bell-settings.notSaved'));
    }
    waiting.current -= 1;
    // With further changes pending, the response would make the switches flicker.
    if (waiting.current === 0) setSettings(saved.current);
  }

  async function refresh(): Promise<void> {
    try {
      saved.current = await call(notificationsApi.settings);
      if (waiting.current === 0) setSettings(saved.current);
    } catch {
      // The shown settings stay when reloading fails.
    }
  }

  return { settings, change, refresh: () => void refresh() };
}
