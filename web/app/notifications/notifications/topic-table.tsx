import type { NotificationSettings, NotificationTopic } from '@app/contract/notifications/notifications';
import { Link } from 'react-router';
import { MANDATORY_TOPICS, TOPIC_EMAILS } from '#contract/notifications/notifications';
import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import styles from './notification-settings.module.css';
import type { ChangeSettings } from './use-settings.ts';

type Topic = NotificationSettings['topics'][number];
type Channel = 'bell' | 'push' | 'mail';

const GROUPS = [
  [
    'people',
    [
      'messages',
      'circle',
      'birthdays',
      'comments',
      'mentions',
      'likes',
      'subscribers',
      'invitations',
      'playlists',
      'calls',
      'streams',
    ],
  ],
  ['finds', ['searches', 'favorites', 'sellers', 'publications']],
  ['ads', ['deals', 'meetings', 'my_ads', 'phone', 'review']],
  ['service', ['videos', 'complaints', 'measures', 'payments']],
] as const satisfies readonly (readonly [string, readonly NotificationTopic[]])[];

const CHANNELS: readonly Channel[] = ['bell', 'push', 'mail'];

interface TopicTableProps {
  topics: readonly Topic[];
  change: ChangeSettings;
}

export function TopicTable({ topics, change }: TopicTableProps) {
  const t = useText('bell-settings');
  const byName = new Map(topics.map((topic) => [topic.topic, topic]));
  return (
    <section className={styles.part} aria-labelledby="topics">
      <h2 id="topics">{t('bell-settings.topics')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`bell-settings.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map(([group, names]) => (
          <tbody key={group}>
            <tr>
              <th colSpan={4} scope="rowgroup" className={styles.group}>
                {t(`bell-settings.group.${group}`)}
              </th>
            </tr>
            {names.map((name) => {
              const topic = byName.get(name);
              return topic && <TopicRow key={name} topic={topic} change={change} />;
            })}
          </tbody>
        ))}
      </table>
      <p className="dim">{t('bell-settings.security')}</p>
    </section>
  );
}

function TopicRow({ topic, change }: { topic: Topic; change: ChangeSettings }) {
  const t = useText('bell-settings');
  const { topic: name } = topic;
  const title = t(`bell-settings.topic.${name}`);
  return (
    <tr>
      <th scope="row">{title}</th>
      {CHANNELS.map((channel) => (
        <td key={channel} data-channel={t(`bell-settings.channel.${channel}`)}>
          <Cell topic={topic} channel={channel} title={title} change={change} />
        </td>
      ))}
    </tr>
  );
}

interface CellProps {
  topic: Topic;
  channel: Channel;
  title: string;
  change: ChangeSettings;
}

function Cell({ topic, channel, title, change }: CellProps) {
  const t = useText('bell-settings');
  const { topic: name } = topic;
  if (channel === 'bell' && MANDATORY_TOPICS.includes(name))
    return <span className={styles.fixed}>{t('bell-settings.always')}</span>;
  if (channel === 'mail' && topic.mail === null) return <EmailCell topic={name} />;
  return (
    <Toggle
      label={`${title}: ${t(`bell-settings.channel.${channel}`)}`}
      isOn={topic[channel] === 1}
      // A push needs the notification itself to be enabled.
      isDisabled={channel === 'push' && topic.bell === 0}
      onSwitch={(isOn) => change({ topics: [{ topic: name, [channel]: isOn ? 1 : 0 }] })}
    />
  );
}

/** Cell of emails that are configured elsewhere or cannot be disabled. */
function EmailCell({ topic }: { topic: NotificationTopic }) {
  const t = useText('bell-settings');
  const letters = TOPIC_EMAILS[topic];
  if (letters === 'always') return <span className={styles.fixed}>{t('bell-settings.always')}</span>;
  if (topic === 'searches')
    return (
      <Link to="/searches" className={`link ${styles.elsewhere}`}>
        {t('bell-settings.each.searches')}
      </Link>
    );
  if (letters === 'each') return <span className={styles.fixed}>{t('bell-settings.each.sellers')}</span>;
  return (
    <span className={styles.fixed}>
      <span aria-hidden="true">–</span>
      <span className="sr">{t('bell-settings.none')}</span>
    </span>
  );
}
