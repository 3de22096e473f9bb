import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import type { FormPhoto } from '../page/ad-photo-list.ts';
import { AdPhotosField } from './ad-photos-field.tsx';
import { EMPTY_AD } from './draft/ad-draft.ts';
import { useAdForm } from './use-ad-form.ts';

afterEach(() => vi.unstubAllGlobals());

const photo = (name: string, type = 'image/jpeg'): File => new File(['x'], name, { type });

let photos: readonly FormPhoto[] = [];

function Field() {
  const { state, send } = useAdForm({ initial: EMPTY_AD, onSend: () => {}, onErrors: () => {} });
  photos = state.photos;
  return <AdPhotosField form={state} send={send} isSending={false} />;
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
  expect(await screen.findByText(/Формат HEIC не подходит: IMG_1\.HEIC/)).toBeInTheDocument();
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

test('photos change places by their buttons, and the place is said', async () => {
  await showComponent(<Field />);
  await choose(photo('1.jpg'), photo('2.jpg'), photo('3.jpg'));
  const first = screen.getByRole('img', { name: 'Фото 1' }).getAttribute('src');
  fireEvent.click(screen.getByRole('button', { name: 'Передвинуть к концу: фото 1' }));
  expect(screen.getByRole('img', { name: 'Фото 2' })).toHaveAttribute('src', first);
  expect(screen.getByText('Фото теперь на месте 2')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Передвинуть к началу: фото 1' })).not.toBeInTheDocument();
});

test('a photo dragged over another takes its place', async () => {
  await showComponent(<Field />);
  await choose(photo('1.jpg'), photo('2.jpg'), photo('3.jpg'));
  const third = screen.getByRole('img', { name: 'Фото 3' });
  const src = third.getAttribute('src');
  const item = (number: number): HTMLElement => {
    const found = screen.getByRole('img', { name: `Фото ${number}` }).closest('li');
    if (!found) throw new Error('no photo');
    return found;
  };
  const dataTransfer = { setData: () => undefined, types: ['application/x-okolo-photo'], files: [], effectAllowed: '' };
  fireEvent.dragStart(item(3), { dataTransfer });
  fireEvent.dragEnter(item(1), { dataTransfer });
  fireEvent.drop(item(1), { dataTransfer });
  expect(screen.getByRole('img', { name: 'Фото 1' })).toHaveAttribute('src', src);
  expect(screen.getAllByRole('img', { name: /^Фото/ })).toHaveLength(3);
});

test('a phone’s photo that this browser can decode becomes a JPEG', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }));
  const drawn: number[] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (_: unknown, ...place: number[]) => drawn.push(...place),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'])));
  await showComponent(<Field />);
  await choose(photo('IMG_2.HEIC', 'image/heic'));
  expect(await screen.findByRole('img', { name: 'Фото 1' })).toBeInTheDocument();
  expect(photos[0]?.file).toMatchObject({ name: 'IMG_2.jpg', type: 'image/jpeg' });
  expect(drawn).toEqual([0, 0, 3200, 2400]);
});

test('a picture of an unknown format is named by its format', async () => {
  await showComponent(<Field />);
  await choose(photo('скан.tiff', 'image/tiff'));
  expect(await screen.findByText(/^Формат TIFF не подходит: скан\.tiff/)).toBeInTheDocument();
});
