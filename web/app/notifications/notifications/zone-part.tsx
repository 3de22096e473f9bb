import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import type { NotificationSettings } from '@app/contract/notifications/notifications';
import { type ComboboxItem, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { getDeviceZone, readerZone } from '../../platform/format/reader-zone.ts';
import { isZoneFound, nameZone, type ZoneOption } from '../../platform/format/zone-names.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import styles from './notification-settings.module.css';
import type { ChangeSettings } from './use-settings.ts';

const DEVICE = 'device';

interface ZonePartProps {
  settings: NotificationSettings;
  /** From the server: some browsers know their zones without the names of the language. */
  zones: readonly ZoneOption[];
  change: ChangeSettings;
}

export function ZonePart({ settings: { time_zone: zone, time_zone_chosen: isChosen }, zones, change }: ZonePartProps) {
  const t = useText('bell-settings');
  const lang = useLanguage();
  const nameOf = (name: string): string => zones.find((one) => one.zone === name)?.name ?? nameZone(lang, name);
  // Another zone than the page was rendered in is known only after hydration.
  const [deviceZone, setDeviceZone] = useState(() => readerZone().timeZone);
  useEffect(() => setDeviceZone((rendered) => getDeviceZone() ?? rendered), []);
  const device: ZoneOption = {
    zone: DEVICE,
    name: t('bell-settings.zone.device', { zone: nameOf(deviceZone) }),
  };
  const options = new Map([device, { zone, name: nameOf(zone) }, ...zones].map((option) => [option.zone, option]));
  return (
    <section className={styles.part} aria-labelledby="zone">
      <h2 id="zone">{t('bell-settings.zone.title')}</h2>
      <p className="dim">{t('bell-settings.zone.text')}</p>
      <Select
        searchable
        allowDeselect={false}
        className={styles.zone}
        aria-labelledby="zone"
        data={[...options.values()].map(({ zone: value, name: label }) => ({ value, label }))}
        value={isChosen === 1 ? zone : DEVICE}
        onChange={(value) => value && change({ time_zone: value === DEVICE ? null : value })}
        filter={({ options: items, search }) =>
          (items as ComboboxItem[]).filter(({ value, label }) => {
            const option = options.get(value);
            // The name that stands in the field before anything is typed finds everything.
            return option !== undefined && (isZoneFound(option, search) || search === label);
          })
        }
        nothingFoundMessage={t('bell-settings.zone.nothing')}
        maxDropdownHeight={320}
      />
    </section>
  );
}
