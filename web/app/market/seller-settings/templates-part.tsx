import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from 'virtual:icons';
import type { AnswerTemplate, SellerSettings } from '@app/contract/market/seller-settings';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ANSWER_TEMPLATES_MAX, TEMPLATE_TEXT_MAX, TEMPLATE_TITLE_MAX } from '#contract/market/seller-settings';
import { useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { button } from '../../ui/button.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './seller-settings.module.css';
import { useSettingsChange } from './use-settings-change.ts';

interface Row extends AnswerTemplate {
  key: string;
}

const toRows = (templates: readonly AnswerTemplate[]): Row[] =>
  templates.map((template) => ({ ...template, key: randomKey() }));
const toTemplates = (rows: readonly Row[]): AnswerTemplate[] =>
  rows
    .map(({ title, content }) => ({ title: title.trim(), content: content.trim() }))
    // A row that was added and left empty is none.
    .filter(({ title, content }) => title !== '' || content !== '');

interface TemplatesPartProps {
  settings: SellerSettings;
  onSaved: (settings: SellerSettings) => void;
}

export function TemplatesPart({ settings, onSaved }: TemplatesPartProps) {
  const t = useText('seller-settings');
  const list = useRef<HTMLOListElement>(null);
  const [rows, setRows] = useState(() => toRows(settings.templates));
  const { isSending, save } = useSettingsChange(onSaved);
  const isChanged = JSON.stringify(toTemplates(rows)) !== JSON.stringify(settings.templates);

  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length > count.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    count.current = rows.length;
  }, [rows.length]);

  const change = (row: Row, part: Partial<AnswerTemplate>): void =>
    setRows(rows.map((one) => (one === row ? { ...one, ...part } : one)));

  function move(from: number, to: number): void {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    setRows(next);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void save({ templates: toTemplates(rows) }, t('seller-settings.templates.saved'));
  }

  return (
    <section className={styles.part} aria-labelledby="templates">
      <form onSubmit={handleSubmit}>
        <h2 id="templates">{t('seller-settings.templates.title')}</h2>
        <p className="dim">{t('seller-settings.templates.text')}</p>
        <ol ref={list} className={styles.templates}>
          {rows.map((row, at) => {
            const number = at + 1;
            const isUsed = row.title.trim() !== '' || row.content.trim() !== '';
            return (
              <li key={row.key}>
                <div className={styles.templateHead}>
                  <input
                    className={styles.line}
                    aria-label={t('seller-settings.templates.name', { number })}
                    placeholder={t('seller-settings.templates.name.hint')}
                    required={isUsed}
                    maxLength={TEMPLATE_TITLE_MAX}
                    value={row.title}
                    onChange={({ currentTarget: { value } }) => change(row, { title: value })}
                  />
                  <IconButton
                    size={20}
                    icon={IconArrowUp}
                    label={t('seller-settings.templates.up', { number })}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    size={20}
                    icon={IconArrowDown}
                    label={t('seller-settings.templates.down', { number })}
                    disabled={at === rows.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    size={20}
                    icon={IconTrash}
                    label={t('seller-settings.templates.remove', { number })}
                    onClick={() => setRows(rows.filter((one) => one !== row))}
                  />
                </div>
                <textarea
                  className={styles.area}
                  aria-label={t('seller-settings.templates.content', { number })}
                  placeholder={t('seller-settings.templates.content.hint')}
                  rows={2}
                  required={isUsed}
                  maxLength={TEMPLATE_TEXT_MAX}
                  value={row.content}
                  onChange={({ currentTarget: { value } }) => change(row, { content: value })}
                />
              </li>
            );
          })}
        </ol>
        <div className={styles.foot}>
          {rows.length < ANSWER_TEMPLATES_MAX ? (
            <button
              type="button"
              className={button('light')}
              onClick={() => setRows([...rows, { key: randomKey(), title: '', content: '' }])}
            >
              <IconPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('seller-settings.templates.add')}
            </button>
          ) : (
            <p className="dim">{t('seller-settings.templates.full', { max: ANSWER_TEMPLATES_MAX })}</p>
          )}
          {isChanged && (
            <button type="submit" className={button('primary')} disabled={isSending}>
              {t('seller-settings.save')}
            </button>
          )}
        </div>
      </form>
    </section>
  );
}
