-- A publication may show one of its author's ads, with the price and state that the ad has when it is read.
alter table publications add column board_id bigint references ads (id) on delete set null;
create index publications_board on publications (board_id) where board_id is not null;
