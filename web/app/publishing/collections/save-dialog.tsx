import { IconPlus } from 'virtual:icons';
import type { Collection } from '@app/contract/publishing/collections';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { COLLECTION_NAME_MAX, collectionsApi } from '#contract/publishing/collections';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './save-dialog.module.css';
import { type ItemKey, loadCollections, NO_COLLECTION, removeFromCollection, saveToCollection } from './save-item.ts';

interface SaveDialogProps {
  item: ItemKey;
  onSaved: (isKept: boolean) => void;
  onClose: () => void;
}

export function SaveDialog({ item, onSaved, onClose }: SaveDialogProps) {
  const t = useText('collections');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { list, holding, hasFailed, load, change } = useHolding(item, onSaved);
  useEffect(() => dialog.current?.showModal(), []);

  async function unsave(): Promise<void> {
    const before = holding;
    dialog.current?.close();
    const isDone = await change([], () => removeFromCollection(item, 'all'));
    if (!isDone) return;
    toast.success(t('collections.keep.removed'), {
      action: { label: t('collections.keep.undo'), onPress: () => void restore(before) },
    });
  }

  async function restore(before: readonly number[]): Promise<void> {
    await change([...before], async () => {
      let now: number[] = [];
      for (const one of before) now = await saveToCollection(item, one);
      return now;
    });
  }

  const named = list?.filter((one) => one.id !== NO_COLLECTION) ?? [];
  return (
    <BareDialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>{t('collections.choose.title')}</h2>
      <p className={styles.text}>{t('collections.private')}</p>
      {hasFailed ? (
        <div role="alert">
          <p className={styles.problem}>{t('collections.choose.failed')}</p>
          <TextButton text={t('frame.retry')} className={button('plain', 'small')} onClick={() => void load()} />
        </div>
      ) : (
        <ul className={styles.rows} aria-busy={list === null}>
          {named.map((one) => (
            <li key={one.id}>
              <label className={styles.row}>
                <input
                  type="checkbox"
                  checked={holding.includes(one.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    void change(
                      checked
                        ? [...holding.filter((held) => held !== NO_COLLECTION), one.id]
                        : holding.filter((held) => held !== one.id),
                      () => (checked ? saveToCollection(item, one.id) : removeFromCollection(item, one.id)),
                    )
                  }
                />
                <span className={styles.name}>{one.name}</span>
                <small>{one.count > 0 && t('collections.count', { count: one.count })}</small>
              </label>
            </li>
          ))}
        </ul>
      )}
      {list !== null && (
        <NewCollection
          onCreated={async (created) => {
            await change([...holding.filter((held) => held !== NO_COLLECTION), created.id], () =>
              saveToCollection(item, created.id),
            );
            await load();
          }}
        />
      )}
      <div className={styles.actions}>
        {holding.length > 0 && (
          <TextButton
            text={t('collections.keep.removed.verb')}
            className={button('quiet')}
            data-danger
            onClick={() => void unsave()}
          />
        )}
        <TextButton
          text={t('collections.choose.done')}
          className={button('primary')}
          onClick={() => dialog.current?.close()}
        />
      </div>
    </BareDialog>
  );
}

/** Collections that contain the item: shows the requested state first, then the server's response. */
function useHolding(item: ItemKey, onSaved: (isSaved: boolean) => void) {
  const t = useText('collections');
  const [list, setList] = useState<readonly Collection[] | null>(null);
  const [holding, setHolding] = useState<readonly number[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const changes = useRef(0);

  async function load(): Promise<void> {
    setFailed(false);
    try {
      const loaded = await loadCollections(item);
      setList(loaded.list);
      setHolding(loaded.holding);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailed(true);
    }
  }

  const first = useRef(load);
  useEffect(() => void first.current(), []);

  async function change(next: number[], send: () => Promise<number[]>): Promise<boolean> {
    const before = holding;
    changes.current += 1;
    const changeNumber = changes.current;
    setHolding(next);
    onSaved(next.length > 0);
    try {
      const now = await send();
      // Only the response to the last press is applied.
      if (changeNumber === changes.current) {
        setHolding(now);
        onSaved(now.length > 0);
      }
      return true;
    } catch (error) {
      setHolding(before);
      onSaved(before.length > 0);
      toast.error((isApiError(error) && error.body.message) || t('collections.keep.failed'));
      return false;
    }
  }

  return { list, holding, hasFailed, load, change };
}

function NewCollection({ onCreated }: { onCreated: (made: Collection) => Promise<void> }) {
  const t = useText('collections');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') {
      setProblem(t('collections.name.required'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onCreated(await call(collectionsApi.create, { body: { name: name.trim() } }));
      setName('');
      setOpen(false);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.body.message || t('frame.error.network'));
    } finally {
      setBusy(false);
    }
  }

  if (!isOpen) {
    return (
      <TextButton
        icon={IconPlus}
        size={18}
        text={t('collections.new')}
        className={`${button('quiet', 'small')} ${styles.new}`}
        onClick={() => setOpen(true)}
      />
    );
  }
  return (
    <form className={styles.form} onSubmit={(event) => void create(event)} noValidate>
      <label htmlFor={`${id}-name`}>{t('collections.new')}</label>
      <div className={styles.line}>
        <input
          ref={field}
          id={`${id}-name`}
          className={styles.input}
          value={name}
          maxLength={COLLECTION_NAME_MAX}
          placeholder={t('collections.name.hint')}
          aria-describedby={`${id}-problem`}
          aria-invalid={problem !== '' || undefined}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setProblem('');
          }}
        />
        <TextButton text={t('collections.create')} type="submit" className={button('light')} disabled={isBusy} />
      </div>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}
