-- The message of an offer is found by the offer, whose state its card shows.
create index messages_offer_cards on messages (card_id) where card_kind = 'offer';
-- Dialogs about ads that began lately, for the time until the first answer.
create index chats_about_created on chats (created_at) where about_ad_id is not null;
