import { documentsApi } from '@app/contract/people/documents';
import { staffDocumentsApi as api } from '@app/contract/staff/documents';
import { administrators, everyone, type Row, row } from '../row.ts';

const params = { name: 'contacts' as const };

export const documentsRows: readonly Row[] = [
  row(documentsApi.list, everyone),
  row(documentsApi.get, everyone, () => ({ params })),
  row(api.list, administrators),
  row(api.get, administrators, () => ({ params })),
  row(api.saveDraft, administrators, async ({ documentDraft }) => ({
    params,
    body: {
      ...(await documentDraft()),
      lang: 'ru' as const,
      ...{ title: 'Контакты', description: 'Куда писать', text: 'Пишите нам' },
    },
  })),
  row(api.discardDraft, administrators, async ({ documentDraft }) => ({
    params,
    query: { revision: (await documentDraft()).revision },
  })),
  row(api.publish, administrators, async ({ documentDraft }) => ({
    params,
    body: { revision: (await documentDraft()).revision, changes: { ru: 'Новый телефон' } },
  })),
];
