import type { AdPhoto } from '@app/contract/market/ads';
import { useRef } from 'react';
import { preparePhoto } from '../../../files/media/prepare-photo.ts';
import { createMachine, type Machine, useMachineState, useRunner } from '../../../platform/state-machine.ts';
import { type FormPhoto, fromAd, fromFile } from '../page/ad-photo-list.ts';
import { type AdFormEffect, type AdFormEvent, type AdFormState, reduceAdForm } from './ad-form-state.ts';
import type { AdFields } from './draft/ad-draft.ts';

interface UseAdForm {
  initial: AdFields;
  stored?: readonly AdPhoto[];
  files?: readonly File[];
  onChange?: ((fields: AdFields, files: File[]) => void) | undefined;
  onSend: () => void;
  onErrors: () => void;
}

export type SendToAdForm = (event: AdFormEvent) => void;

type AdFormRunner = Machine<AdFormState, AdFormEvent> & { close: () => void };

function createAdForm({ initial, stored = [], files = [] }: UseAdForm, listener: () => UseAdForm): AdFormRunner {
  const previews: string[] = [];
  const open = (file: File): FormPhoto => {
    const photo = fromFile(file);
    previews.push(photo.src);
    return photo;
  };

  async function perform(effect: AdFormEffect): Promise<void> {
    if (effect.type === 'changed') {
      const { fields, photos } = machine.state();
      return listener().onChange?.(
        fields,
        photos.flatMap(({ file }) => file ?? []),
      );
    }
    if (effect.type === 'send') return listener().onSend();
    if (effect.type === 'showErrors') return listener().onErrors();
    const { replaced } = effect;
    if (!effect.isRaw) return machine.send({ type: 'opened', photos: effect.files.map(open), replaced });
    for (const file of effect.files) {
      const ready = await preparePhoto(file);
      machine.send({ type: 'converted', file, photo: ready && open(ready), replaced });
    }
  }

  const photos = [...fromAd(stored), ...files.map(open)];
  const start = {
    fields: initial,
    photos,
    errors: {},
    refused: [],
    preparing: 0,
    movedTo: null,
    refusedFields: null,
  };
  const machine = createMachine(reduceAdForm, start, (effect) => void perform(effect));
  return { ...machine, close: () => previews.forEach((src) => void URL.revokeObjectURL(src)) };
}

export function useAdForm(options: UseAdForm): { state: AdFormState; send: SendToAdForm } {
  const latest = useRef(options);
  latest.current = options;
  const runner = useRunner(() => createAdForm(options, () => latest.current));
  return { state: useMachineState(runner), send: runner.send };
}
