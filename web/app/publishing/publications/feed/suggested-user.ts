import type { User } from '@app/contract/people/users';

export interface SuggestedUser {
  id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
  about: string;
}

export const toSuggestedUser = ({ id, firstname, lastname, photo, position, location }: User): SuggestedUser => ({
  id,
  firstname,
  lastname,
  photo,
  about: [position, location.city?.name].filter(Boolean).join(', '),
});
