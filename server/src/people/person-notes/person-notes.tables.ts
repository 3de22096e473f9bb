export interface PersonNotesTables {
  person_notes: {
    user_id: number;
    person_id: number;
    note: string;
    changed_at: Date;
  };
}
