-- The message of a meeting is found by the meeting, whose state its card shows.
create index concurrently if not exists messages_meeting_cards on messages (card_id) where card_kind = 'meeting';
