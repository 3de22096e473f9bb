-- The secret address of a search's feed is derived from this random text and a key of `secrets`; without a text there is no address.
alter table saved_searches add column feed_seed text;
