-- The first message about an ad carries its card: whether a chat has such a message is asked for every message that comes from an ad.
create index messages_ad_cards on messages (chat_id, card_id, seq) where card_kind = 'ad';
-- Buyers and sellers have phrases of their own. Phrases that a user wrote were used as both.
alter table chat_settings add column seller_replies text[];
update chat_settings set seller_replies = quick_replies where quick_replies is not null;
