import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../test/show-component.tsx';
import type { FormPhoto } from './ad-photo-list.ts';
import { AdPhotosField } from './ad-photos-field.tsx';

const photo = (name: string, type = 'image/jpeg'): File => new File(['x'], name, { type });

function Field() {
  const [photos, setPhotos] = useState<FormPhoto[]>([]);
  return <AdPhotosField photos={photos} onChange={setPhotos} isSending={false} />;
}

async function choose(...files: File[]): Promise<void> {
  const input = (await screen.findAllByLabelText('Добавить фото'))[0];
  if (!input) throw new Error('no field for photos');
  fireEvent.change(input, { target: { files } });
}

test('the fourth photo is refused before anything is sent', async () => {
  await showComponent(<Field />);
  await choose(photo('1.jpg'), photo('2.jpg'), photo('3.jpg'), photo('4.jpg'));
  expect(screen.getAllByRole('img', { name: /^Фото/ })).toHaveLength(3);
  expect(screen.getByText('Можно добавить не больше 3 фотографий')).toBeInTheDocument();
});

test('the first photo is the cover, and another may take its place', async () => {
  await showComponent(<Field />);
  await choose(photo('1.jpg'), photo('2.jpg'));
  const second = screen.getByRole('img', { name: 'Фото 2' }).getAttribute('src');
  fireEvent.click(screen.getByRole('button', { name: 'Сделать обложкой: фото 2' }));
  expect(screen.getByRole('img', { name: 'Фото 1' })).toHaveAttribute('src', second);
});

test('a file that cannot be shown is named with the reason', async () => {
  await showComponent(<Field />);
  await choose(photo('IMG_1.HEIC', 'image/heic'), photo('счёт.pdf', 'application/pdf'));
  expect(screen.getByText(/Формат HEIC не подходит: IMG_1\.HEIC/)).toBeInTheDocument();
  expect(screen.getByText(/Этот файл не подходит: счёт\.pdf/)).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /^Фото/ })).not.toBeInTheDocument();
});

test('a removed photo makes room', async () => {
  await showComponent(<Field />);
  await choose(photo('1.jpg'), photo('2.jpg'), photo('3.jpg'));
  fireEvent.click(screen.getByRole('button', { name: 'Убрать: фото 2' }));
  await choose(photo('4.jpg'));
  expect(screen.getAllByRole('img', { name: /^Фото/ })).toHaveLength(3);
});
